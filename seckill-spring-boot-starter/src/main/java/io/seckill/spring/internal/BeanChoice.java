package io.seckill.spring.internal;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;

/**
 * Picks one of the application's own beans: the one that a property names, else the only or primary one.
 *
 * @param type what is picked
 * @param property names the bean
 * @param whenNone what to do if there is none at all
 * @since 0.1
 */
public record BeanChoice<T>(Class<T> type, String property, String whenNone) {

    /**
     * Returns the bean.
     *
     * @param name value of the property, null if it is not set
     * @throws SeckillStartupException if there is none, or several and none is named; the message lists them
     */
    public T from(ListableBeanFactory beans, @Nullable String name) {
        List<String> names = List.of(beans.getBeanNamesForType(type));
        if (name != null) {
            if (!names.contains(name)) {
                throw unclear(
                        property + " is '" + name + "', but there is no " + type.getSimpleName()
                                + " bean of that name.",
                        names.isEmpty() ? whenNone : "Set it to one of: " + String.join(", ", names) + ".");
            }
            return beans.getBean(name, type);
        }
        if (names.isEmpty()) {
            throw unclear("There is no " + type.getSimpleName() + " bean.", whenNone);
        }
        T only = beans.getBeanProvider(type).getIfUnique();
        if (only == null) {
            throw unclear(
                    "There are several " + type.getSimpleName() + " beans, and none of them is primary.",
                    "Set " + property + " to one of: " + String.join(", ", names) + ".");
        }
        return only;
    }

    private static SeckillStartupException unclear(String description, String action) {
        return new SeckillStartupException(description, action, null);
    }
}
