package io.seckill.spring.health;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.util.ClassUtils;

/**
 * The report as Spring Boot 3.5 wants it. Its types cannot be compiled against together with those of Boot 4, for both come with an artifact
 * of the same name; so they are found by name, and the indicator is a proxy.
 */
final class Boot3Health {

    static final String INDICATOR = "org.springframework.boot.actuate.health.HealthIndicator";
    private static final String AOT = "spring.aot.processing"; // set by Spring while it does that
    private static final String HEALTH = "org.springframework.boot.actuate.health.Health";

    private Boot3Health() {}

    static Object indicator(ClassLoader loader, SeckillHealth health) {
        InvocationHandler handler = (proxy, method, arguments) -> switch (method.getName()) {
            case "health" -> convert(loader, health.report());
            case "equals" -> proxy == arguments[0];
            case "hashCode" -> System.identityHashCode(proxy);
            case "toString" -> "seckill";
            default -> InvocationHandler.invokeDefault(proxy, method, arguments);
        };
        return Proxy.newProxyInstance(loader, new Class<?>[] {type(loader, INDICATOR)}, handler);
    }

    private static @Nullable Object convert(ClassLoader loader, HealthReport report)
            throws ReflectiveOperationException {
        Method status = type(loader, HEALTH).getMethod("status", String.class);
        Object builder = status.invoke(null, report.status());
        Class<?> type = status.getReturnType();
        type.getMethod("withDetails", Map.class).invoke(builder, report.details());
        return type.getMethod("build").invoke(builder);
    }

    private static Class<?> type(ClassLoader loader, String name) {
        return ClassUtils.resolveClassName(name, loader);
    }

    /** Makes the proxy a bean of the right type. Not where beans are written down ahead of time, which a proxy made here cannot be. */
    static final class Registrar implements ImportBeanDefinitionRegistrar {

        private final BeanFactory beans;
        private final ClassLoader loader;

        Registrar(BeanFactory beans, ClassLoader loader) {
            this.beans = beans;
            this.loader = loader;
        }

        @Override
        public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
            if (!registry.containsBeanDefinition(SeckillHealthAutoConfiguration.INDICATOR)
                    && !Boolean.getBoolean(AOT)) {
                registry.registerBeanDefinition(
                        SeckillHealthAutoConfiguration.INDICATOR, definition(type(loader, INDICATOR)));
            }
        }

        @SuppressWarnings("unchecked")
        private <T> RootBeanDefinition definition(Class<T> type) {
            return new RootBeanDefinition(type, () -> (T) indicator(loader, beans.getBean(SeckillHealth.class)));
        }
    }
}
