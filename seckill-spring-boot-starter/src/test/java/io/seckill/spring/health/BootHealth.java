package io.seckill.spring.health;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Map;
import org.springframework.context.ApplicationContext;

/** Boot's health types by their methods, since their packages differ between Spring Boot 3.5 and 4. */
final class BootHealth {

    private BootHealth() {}

    /** Returns the status that our indicator gives. */
    static String status(ApplicationContext context) {
        return code(call(indicated(context), "getStatus"));
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> details(ApplicationContext context) {
        return (Map<String, Object>) call(indicated(context), "getDetails");
    }

    private static Object indicated(ApplicationContext context) {
        return call(context.getBean(SeckillHealthAutoConfiguration.INDICATOR), "health");
    }

    /** Returns the status of the whole application, as its endpoint shows it. */
    static String statusOfAll(ApplicationContext context) {
        return code(statusObject(context));
    }

    static Object httpStatusOfAll(ApplicationContext context) {
        Object status = statusObject(context);
        return call(context.getBean("healthHttpCodeStatusMapper"), "getStatusCode", status);
    }

    private static Object statusObject(ApplicationContext context) {
        return call(call(context.getBean("healthEndpoint"), "health"), "getStatus");
    }

    private static String code(Object status) {
        return (String) call(status, "getCode");
    }

    private static Object call(Object target, String name, Object... arguments) {
        try {
            for (Method method : target.getClass().getMethods()) {
                if (method.getName().equals(name) && method.getParameterCount() == arguments.length) {
                    method.setAccessible(true);
                    return method.invoke(target, arguments);
                }
            }
            throw new IllegalStateException(target.getClass() + " has no method " + name);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException(e);
        }
    }
}
