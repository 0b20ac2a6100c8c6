package io.seckill.spring;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.Yaml;

/** What the starter's jar tells of its properties. */
public final class Metadata {

    private Metadata() {}

    /** Returns every property with name, type, description and default. */
    public static List<Map<String, Object>> properties() {
        String name = EnableSeckill.class.getName().replace('.', '/') + ".class";
        String home = EnableSeckill.class
                .getClassLoader()
                .getResource(name)
                .toString()
                .replace(name, "");
        try (InputStream json = URI.create(home + "META-INF/spring-configuration-metadata.json")
                .toURL()
                .openStream()) {
            Map<String, List<Map<String, Object>>> metadata = new Yaml().load(json); // JSON is YAML
            return metadata.get("properties");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
