package io.seckill.sample.console;

import org.springframework.context.annotation.Configuration;
import org.springframework.web.servlet.config.annotation.ViewControllerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Where the console's pages are. */
@Configuration(proxyBeanMethods = false)
class ConsolePages implements WebMvcConfigurer {

    @Override
    public void addViewControllers(ViewControllerRegistry pages) {
        pages.addRedirectViewController("/admin", "/admin/");
        pages.addViewController("/admin/").setViewName("forward:/admin/index.html");
        pages.addViewController("/admin/login").setViewName("forward:/admin/login/index.html");
    }
}
