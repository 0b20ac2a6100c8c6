package io.seckill.lab.run;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Where an experiment runs: figures are to be compared only where this is the same. */
final class Environment {

    private Environment() {}

    static Map<String, String> with(ServerMeter servers) {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("cores", Integer.toString(Runtime.getRuntime().availableProcessors()));
        all.put(
                "system",
                System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                        + System.getProperty("os.arch"));
        all.put("JDK", System.getProperty("java.vm.name") + " " + Runtime.version());
        all.put("heap at most", Runtime.getRuntime().maxMemory() / (1 << 20) + " MiB");
        all.putAll(servers.versions());
        return Collections.unmodifiableMap(all);
    }
}
