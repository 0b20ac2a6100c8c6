package io.seckill.sample.web;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.core.io.Resource;
import org.springframework.http.CacheControl;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Serves the pages and what they are made of. A browser keeps them and asks each time whether they are still the same, which is told by
 * their content: a build that can be repeated gives all versions of a file one date.
 */
@Configuration(proxyBeanMethods = false)
@Order(-1) // before Spring Boot's own, which leaves to us what is taken
class StaticFiles implements WebMvcConfigurer {

    @Override
    public void addResourceHandlers(ResourceHandlerRegistry registry) {
        add(registry, "/**", "classpath:/static/");
        // narrower than /webjars/**, which the library of the API page takes for itself
        add(registry, "/webjars/{library}/**", "classpath:/META-INF/resources/webjars/");
    }

    private static void add(ResourceHandlerRegistry registry, String pattern, String location) {
        registry.addResourceHandler(pattern)
                .addResourceLocations(location)
                .setCacheControl(CacheControl.noCache())
                .setUseLastModified(false)
                .setEtagGenerator(StaticFiles::tag);
    }

    private static String tag(Resource file) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(file.getContentAsByteArray());
            return HexFormat.of().formatHex(digest);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform must have SHA-256", e);
        }
    }
}
