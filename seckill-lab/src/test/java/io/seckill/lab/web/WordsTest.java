package io.seckill.lab.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.lab.run.LabStage;
import java.util.Arrays;
import java.util.Locale;
import java.util.ResourceBundle;
import java.util.ResourceBundle.Control;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WordsTest {

    @ParameterizedTest
    @EnumSource
    void everyStageHasANameAndTwoSentencesInBothLanguages(LabStage stage) {
        assertThat(Words.in("en").name(stage)).isNotEmpty();
        assertThat(Words.in("zh").name(stage)).isNotEmpty();
        assertThat(sentences(Words.in("en").why(stage), "\\.( |$)")).isEqualTo(2);
        assertThat(sentences(Words.in("zh").why(stage), "。")).isEqualTo(2);
    }

    private static long sentences(String text, String end) {
        return Arrays.stream(text.split(end)).filter(part -> !part.isBlank()).count();
    }

    @Test
    void bothLanguagesHaveTheSameWords() {
        Control control = Control.getNoFallbackControl(Control.FORMAT_PROPERTIES);
        ResourceBundle english = ResourceBundle.getBundle("io.seckill.lab.web.words", Locale.ROOT, control);
        ResourceBundle chinese = ResourceBundle.getBundle("io.seckill.lab.web.words", Locale.CHINESE, control);

        assertThat(english.keySet()).isEqualTo(chinese.keySet());
        assertThat(english.keySet())
                .filteredOn(key -> key.endsWith(".why"))
                .allSatisfy(key -> assertThat(chinese.getString(key)).isNotEqualTo(english.getString(key)));
    }
}
