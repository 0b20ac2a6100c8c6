package io.seckill.sample.web;

import io.swagger.v3.oas.annotations.Hidden;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Answers what never reached an endpoint, such as a refused URL, as a problem detail too. */
@Hidden
@RestController
class ErrorPage implements ErrorController {

    @RequestMapping("${spring.web.error.path:/error}")
    ResponseEntity<ProblemDetail> error(HttpServletRequest request) {
        Object status = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE);
        ProblemDetail problem =
                ProblemDetail.forStatus(status instanceof Integer code ? code : HttpStatus.NOT_FOUND.value());
        return ResponseEntity.of(Problems.coded(problem)).build();
    }
}
