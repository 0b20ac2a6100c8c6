package io.seckill.lab.web;

import io.seckill.lab.run.Lab;
import io.seckill.lab.run.LabServers;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.http.CacheControl;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistry;
import org.springframework.web.servlet.config.annotation.ViewControllerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * The lab in a web application. It runs whatever it is asked to, by whoever asks: not for an application that others rely on. Its servers
 * are a {@link LabServers} of the application, or its own.
 */
@Configuration(proxyBeanMethods = false)
public class LabConfiguration {

    @Bean
    Lab lab(ObjectProvider<LabServers> servers) {
        return new Lab(servers.getIfAvailable(LabServers::new));
    }

    @Bean
    LabController labController(Lab lab) {
        return new LabController(lab);
    }

    /** At the beginning of the application's end: a little later the servers may be gone, which would look like a broken stage. */
    @EventListener
    void end(ContextClosedEvent closed) {
        closed.getApplicationContext().getBeanProvider(Lab.class).ifAvailable(Lab::end);
    }

    /** The page lies where only this finds it, so that no application has it unasked. */
    @Bean
    WebMvcConfigurer labPage() {
        return new WebMvcConfigurer() {
            @Override
            public void addResourceHandlers(ResourceHandlerRegistry registry) {
                registry.addResourceHandler("/lab/**")
                        .addResourceLocations("classpath:/io/seckill/lab/page/")
                        .setCacheControl(CacheControl.noCache());
            }

            @Override
            public void addViewControllers(ViewControllerRegistry registry) {
                registry.addRedirectViewController("/lab", "/lab/").setKeepQueryParams(true);
                registry.addViewController("/lab/").setViewName("forward:/lab/index.html");
            }
        };
    }
}
