package io.seckill.benchmarks.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.benchmarks.compare.Chart.Bar;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class ChartTest {

    @Test
    void drawsBarsAsLongAsTheirValuesSay() throws Exception {
        Document svg = parse(new Chart()
                .title("T & <T>")
                .panel("one", List.of(new Bar("half", 50, false), new Bar("whole", 100, true)))
                .panel("two", List.of(new Bar("none", 0, false)))
                .toSvg());

        List<Integer> widths = elements(svg, "rect").stream()
                .skip(1) // the card
                .map(rect -> Integer.parseInt(rect.getAttribute("width")))
                .toList();
        assertThat(widths).containsExactly(240, 480, 1);
        assertThat(elements(svg, "text"))
                .extracting(Element::getTextContent)
                .containsExactly("T & <T>", "one", "half", "50.0", "whole", "100", "two", "none", "0.0");
    }

    @Test
    void keepsEverythingOnTheCard() throws Exception {
        Document svg = parse(new Chart()
                .panel(
                        "long",
                        IntStream.range(0, 30)
                                .mapToObj(i -> new Bar("b" + i, i, false))
                                .toList())
                .toSvg());

        int height = Integer.parseInt(svg.getDocumentElement().getAttribute("height"));
        assertThat(elements(svg, "text"))
                .allSatisfy(text ->
                        assertThat(Integer.parseInt(text.getAttribute("y"))).isBetween(1, height - 1));
    }

    private static Document parse(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
    }

    private static List<Element> elements(Document svg, String name) {
        NodeList nodes = svg.getElementsByTagName(name);
        return IntStream.range(0, nodes.getLength())
                .mapToObj(i -> (Element) nodes.item(i))
                .toList();
    }
}
