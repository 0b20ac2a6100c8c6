package io.seckill.redis.driver;

import io.seckill.SeckillUnavailableException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Says of a failed call whether it can have taken effect. */
final class Failures {

    /**
     * Errors that Redis gives instead of running a script, or at its first write; a missing permission also later, if it is one for a
     * command of the script. Redis 6.2 hides the code in the middle of the message.
     */
    private static final Pattern REFUSED = Pattern.compile(
            "\\b(NOSCRIPT|WRONGTYPE|OOM|READONLY|LOADING|BUSY|MASTERDOWN|CLUSTERDOWN"
                    + "|MOVED|ASK|TRYAGAIN|CROSSSLOT|NOAUTH|WRONGPASS|NOPERM(?! ACL failure in script)|MISCONF|NOREPLICAS)\\b");

    private static final Pattern NO_SCRIPT = Pattern.compile("\\bNOSCRIPT\\b");

    private static final Pattern READ_ONLY = Pattern.compile("\\bREADONLY\\b");

    /** Redisson quotes the call after the error, and its arguments may hold any word. */
    private static final Pattern QUOTED_CALL = Pattern.compile(
            "[. ]*(channel: \\[|command: \\(|params: \\[).*", Pattern.DOTALL + Pattern.CASE_INSENSITIVE);

    private Failures() {}

    /** Returns the failure of a call that was never sent. */
    static SeckillUnavailableException notSent(LuaScript script, @Nullable Throwable cause) {
        return SeckillUnavailableException.nothingChanged(script + " was not sent to Redis" + why(cause), cause);
    }

    /** Returns the failure of a call that was sent; {@code error} is what Redis replied, null if it did not. */
    static SeckillUnavailableException sent(LuaScript script, @Nullable String error, @Nullable Throwable cause) {
        if (error == null) {
            return SeckillUnavailableException.outcomeUnknown("no reply from Redis to " + script + why(cause), cause);
        }
        String said = withoutArguments(error);
        return REFUSED.matcher(said).find()
                ? SeckillUnavailableException.nothingChanged("Redis refused " + script + ": " + said, cause)
                : SeckillUnavailableException.outcomeUnknown("Redis failed at " + script + ": " + said, cause);
    }

    static boolean noScript(@Nullable String error) {
        return says(NO_SCRIPT, error);
    }

    static boolean readOnly(@Nullable String error) {
        return says(READ_ONLY, error);
    }

    private static boolean says(Pattern code, @Nullable String error) {
        return error != null && code.matcher(withoutArguments(error)).find();
    }

    private static String withoutArguments(String error) {
        return QUOTED_CALL.matcher(error).replaceFirst("");
    }

    private static String why(@Nullable Throwable cause) {
        return cause == null
                ? ""
                : ": " + (cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage());
    }
}
