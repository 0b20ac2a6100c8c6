package io.seckill.sample.web;

import io.swagger.v3.oas.annotations.Hidden;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Answers what never reached an endpoint, such as the method TRACE, as a problem detail too. */
@Hidden
@RestController
class ErrorPage implements ErrorController {

    @RequestMapping("${spring.web.error.path:/error}")
    ResponseEntity<ProblemDetail> error(HttpServletRequest request) {
        Object code = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE);
        HttpStatusCode status = code instanceof Integer number ? HttpStatusCode.valueOf(number) : HttpStatus.NOT_FOUND;
        ProblemDetail problem = ProblemDetail.forStatus(status);
        if (request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI) instanceof String path) {
            problem.setInstance(Problems.address(path));
        }
        if (status.is4xxClientError()
                && request.getAttribute(RequestDispatcher.ERROR_MESSAGE) instanceof String why
                && !why.isBlank()) {
            problem.setDetail(Problems.visible(why));
        }
        return ResponseEntity.of(Problems.coded(problem)).build();
    }
}
