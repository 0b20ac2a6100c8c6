package io.seckill.lab.web;

import io.seckill.lab.run.LabStage;
import java.util.Locale;
import java.util.ResourceBundle;
import java.util.ResourceBundle.Control;

/** Names and reasons of the stages, and the words of a report, in one language. */
final class Words {

    private static final String BUNDLE = "io.seckill.lab.web.words";
    private static final Control NO_OTHER = Control.getNoFallbackControl(Control.FORMAT_PROPERTIES);

    private final ResourceBundle words;

    private Words(ResourceBundle words) {
        this.words = words;
    }

    /** Returns the words in Chinese for {@code zh}, in English for anything else. */
    static Words in(String language) {
        Locale locale = language.startsWith("zh") ? Locale.CHINESE : Locale.ROOT;
        return new Words(ResourceBundle.getBundle(BUNDLE, locale, Words.class.getClassLoader(), NO_OTHER));
    }

    String name(LabStage stage) {
        return get(stage.id() + ".name");
    }

    /** Returns two sentences on why the stage does what it does. */
    String why(LabStage stage) {
        return get(stage.id() + ".why");
    }

    String get(String key) {
        return words.getString(key);
    }
}
