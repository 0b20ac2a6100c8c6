package io.seckill.sample.purchase;

import io.seckill.PurchaseRequest;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/**
 * Proves that an order id was handed by this shop to this buyer for this sale. Without it a buyer could buy under any order id, and so
 * spoil that of somebody else.
 */
@Component
class OrderProof {

    private static final String ALGORITHM = "HmacSHA256";

    private final SecretKeySpec key;

    OrderProof(@Value("${sample.proof-secret}") String secret) {
        this.key = new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM);
    }

    /** Returns the proof for an order id handed out for this purchase. */
    String of(PurchaseRequest request, String orderId) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            // none of the three can hold a line break
            String facts =
                    String.join("\n", request.sale().value(), request.buyer().value(), orderId);
            return Base64.getUrlEncoder()
                    .withoutPadding()
                    .encodeToString(mac.doFinal(facts.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform must have " + ALGORITHM, e);
        }
    }

    /** Returns whether the proof is the one for this order id and purchase. */
    boolean holds(String proof, PurchaseRequest request, String orderId) {
        return MessageDigest.isEqual(
                proof.getBytes(StandardCharsets.UTF_8), of(request, orderId).getBytes(StandardCharsets.UTF_8));
    }
}
