package io.seckill.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SettingsTest {

    @ParameterizedTest
    @MethodSource
    void aValueOutOfBoundsIsNamedWithItsBounds(UnaryOperator<Trying> change, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> change.apply(Trying.out(LabStage.LUA_GATE)).settings())
                .withMessage(message);
    }

    static Stream<Arguments> aValueOutOfBoundsIsNamedWithItsBounds() {
        return Stream.of(
                outOfBounds(it -> it.buyers(0, 1), "buyers must be 1 to 20000, but was 0"),
                outOfBounds(it -> it.buyers(20_001, 1), "buyers must be 1 to 20000, but was 20001"),
                outOfBounds(it -> it.buyers(1, 4), "clicks must be 1 to 3, but was 4"),
                outOfBounds(it -> it.stock(0), "stock must be 1 to 20000, but was 0"),
                outOfBounds(it -> it.thinking(-1), "thinkMs must be 0 to 2000, but was -1"),
                outOfBounds(it -> it.lock(9, 0), "leaseMs must be 10 to 60000, but was 9"),
                outOfBounds(it -> it.lock(10, 5_001), "lockWaitMs must be 0 to 5000, but was 5001"),
                outOfBounds(it -> it.atOnce(201, 1), "concurrency must be 1 to 200, but was 201"),
                outOfBounds(it -> it.atOnce(1, 2), "concurrency must be 2 to 200, but was 1"),
                outOfBounds(it -> it.atOnce(3, 3), "processes must be 1 to 2, but was 3"),
                outOfBounds(it -> it.lasting(31), "seconds must be 1 to 30, but was 31"));
    }

    private static Arguments outOfBounds(UnaryOperator<Trying> change, String message) {
        return Arguments.of(change, message);
    }

    @Test
    void stagesAreAtLeastOneAndEachOnlyOnce() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Trying.out().settings())
                .withMessage("stages must name at least one");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Trying.out(LabStage.VERSION, LabStage.VERSION).settings())
                .withMessage("stages must name each one once, but were [version, version]");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LabStage.of("hope"))
                .withMessageStartingWith("there is no stage 'hope'; known are no-protection, conditional-update");
    }

    @Test
    void inOneProcessTheClicksOfABuyerStandNextToEachOther() {
        assertThat(Trying.out(LabStage.LUA_GATE).buyers(2, 2).settings().attemptsOf(0))
                .isEqualTo(List.of(0, 0, 1, 1));
    }

    @Test
    void inTwoProcessesTheClicksOfABuyerGoToBothAndASingleOneToEitherInTurn() {
        Settings two = Trying.out(LabStage.LUA_GATE).buyers(3, 2).atOnce(5, 2).settings();
        assertThat(two.attemptsOf(0)).isEqualTo(List.of(0, 1, 2));
        assertThat(two.attemptsOf(1)).isEqualTo(List.of(0, 1, 2));
        assertThat(two.callersOf(0)).isEqualTo(3);
        assertThat(two.callersOf(1)).isEqualTo(2);

        Settings one = Trying.out(LabStage.LUA_GATE).buyers(3, 1).atOnce(2, 2).settings();
        assertThat(one.attemptsOf(0)).isEqualTo(List.of(0, 2));
        assertThat(one.attemptsOf(1)).isEqualTo(List.of(1));
    }
}
