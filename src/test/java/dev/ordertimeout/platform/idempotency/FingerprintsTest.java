package dev.ordertimeout.platform.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When two requests are the same one. */
class FingerprintsTest {
  private record Line(String sku, int quantity) {}

  private record Basket(String customer, List<Line> lines) {}

  /** What a later version of the service may make of it. */
  private record LaterBasket(List<LaterLine> lines, String gift, String customer) {}

  private record LaterLine(int quantity, String note, String sku) {}

  private final Fingerprints fingerprints = new Fingerprints(new ObjectMapper());

  @Test
  void every_value_counts_and_so_does_the_order_of_a_list() {
    Line pear = new Line("pear", 1);
    Line plum = new Line("plum", 1);

    assertThat(
            List.of(
                fingerprints.of(new Basket("ann", List.of(pear, plum))),
                fingerprints.of(new Basket("ann", List.of(plum, pear))),
                fingerprints.of(new Basket("ann", List.of(pear))),
                fingerprints.of(new Basket("bob", List.of(pear))),
                fingerprints.of(new Basket("ann", List.of(new Line("pear", 2)))),
                fingerprints.of(null)))
        .doesNotHaveDuplicates()
        .allMatch(hex -> hex.matches("[0-9a-f]{64}"));
  }

  @Test
  void a_version_with_other_fields_in_another_order_still_knows_the_same_request() {
    assertThat(
            fingerprints.of(new LaterBasket(List.of(new LaterLine(1, null, "pear")), null, "ann")))
        .isEqualTo(fingerprints.of(new Basket("ann", List.of(new Line("pear", 1)))));
  }

  @Test
  void no_body_and_an_empty_one_are_the_same() {
    assertThat(fingerprints.of(null)).isEqualTo(fingerprints.of(new Basket(null, null)));
  }
}
