package io.seckill.redis.driver;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FailuresTest {

    private final LuaScript script = LuaScript.of("one.lua", "return { 1 }");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "READONLY You can't write against a read only replica.",
                "ERR Error running script (call to f_4c07): @user_script:12: OOM command not allowed when used memory > 'maxmemory'.",
                "OOM command not allowed when used memory > 'maxmemory'. script: 4c07, on @user_script:12.",
                "WRONGTYPE Operation against a key holding the wrong kind of value. channel: [id: 1] command: (EVALSHA), params: [x]",
                "NOPERM this user has no permissions to run the 'evalsha' command",
                "CLUSTERDOWN The cluster is down"
            })
    void nothingChangedWhenRedisRefused(String error) {
        assertThat(Failures.sent(script, error, null).outcomeKnown()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ERR value is not an integer or out of range",
                "ERR Error running script (call to f_4c07): @user_script:12: attempt to index a nil value",
                "NOPERM ACL failure in script: User app has no permissions to run the 'xadd' command",
                "Redis server response timeout (3000 ms) occured. Command: (EVALSHA), params: [4c07, OOM, READONLY]",
                "read timed out"
            })
    void theOutcomeIsUnknownAfterAnythingElse(String error) {
        assertThat(Failures.sent(script, error, null).outcomeKnown()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "NOSCRIPT No matching script. Please use EVAL.",
                "NOSCRIPT No matching script. channel: [id: 1] command: (EVALSHA), params: [x]"
            })
    void knowsAMissingScript(String error) {
        assertThat(Failures.noScript(error)).isTrue();
        assertThat(Failures.noScript("ERR params: [NOSCRIPT]")).isFalse();
        assertThat(Failures.noScript(null)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "READONLY You can't write against a read only replica. script: 7ea4, on @user_script:139.",
                "ERR Error running script (call to f_7ea4): @user_script:139: -READONLY You can't write against a replica."
            })
    void knowsAReplica(String error) {
        assertThat(Failures.readOnly(error)).isTrue();
        assertThat(Failures.readOnly("ERR params: [READONLY]")).isFalse();
        assertThat(Failures.readOnly(null)).isFalse();
    }
}
