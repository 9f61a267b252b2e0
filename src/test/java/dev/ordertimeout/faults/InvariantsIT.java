package dev.ordertimeout.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordertimeout.support.Observer;
import dev.ordertimeout.support.ServiceProcess;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A check that cannot fail would prove nothing: each damage is found, by the query meant for it.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class InvariantsIT {
  private static final String ORDER = "'01234567-0000-7000-8000-000000000001'";

  private Observer observer;

  /** The service has made the tables. */
  @BeforeAll
  void connect() {
    try (ServiceProcess service = ServiceProcess.start(Map.of())) {
      assertThat(service.pid()).isPositive();
    }
    observer = Observer.connect();
    Told.createTables(observer);
  }

  @AfterAll
  void close() {
    observer.close();
  }

  @Test
  void the_file_is_read_to_its_end_and_covers_every_guarantee() {
    assertThat(
            Invariants.queries().keySet().stream().map(title -> title.substring(0, 2)).distinct())
        .containsExactly("S1", "S2", "S3", "S4", "S5", "S6", "L1");
    assertThat(Invariants.queries()).hasSize(21);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          S1 a closed order has      | INSERT INTO order_event (order_id, type, at, source) VALUES (%1$s, 'PAID', now(), 'REQUEST')
          S1 the closing event says  | UPDATE order_event SET at = at + interval '1 s' WHERE order_id = %2$s AND type = 'CANCELLED'
          S1 an order's timeline     | DELETE FROM order_event WHERE order_id = %1$s AND type = 'PLACED'
          S2 no capture was refused  | INSERT INTO payment VALUES (gen_random_uuid(), 'early', %1$s, 1000, 'EUR', 'REFUND_DUE', 'ORDER_EXPIRED', now(), NULL)
          S3 a paid order has        | INSERT INTO payment VALUES (gen_random_uuid(), 'extra', %1$s, 1000, 'EUR', 'ACCEPTED', 'ACCEPTED', now(), NULL)
          S3 every capture           | INSERT INTO faults.told VALUES ('REFUSED', %1$s, 'no such row')
          S3 the row says            | INSERT INTO payment VALUES (gen_random_uuid(), 'late', %2$s, 1000, 'EUR', 'REFUND_DUE', 'ORDER_CANCELLED', now(), NULL); INSERT INTO faults.told VALUES ('PAID', %2$s, 'late')
          S4 nothing was granted bef | INSERT INTO subsidy VALUES (%1$s, 1, 50, 'GRANTED', now() - interval '1 h')
          S4 the grants of a cancell | INSERT INTO subsidy VALUES (%2$s, 1, 50, 'GRANTED', now() - interval '1 h')
          S4 nothing was granted aft | INSERT INTO subsidy VALUES (%2$s, 2, 50, 'VOID', now() + interval '1 h')
          S4 the row counts          | UPDATE orders SET subsidy_amount = 7 WHERE id = %1$s
          S4 each grant stands       | INSERT INTO subsidy VALUES (%1$s, 1, 50, 'GRANTED', now() + interval '1 h')
          S5 every order that was    | INSERT INTO faults.told VALUES ('PLACED', gen_random_uuid(), NULL)
          S5 no order was placed tw  | UPDATE orders SET customer_id = 'load-x' WHERE id IN (%1$s, %2$s)
          S5 what was answered as ca | INSERT INTO faults.told VALUES ('CANCELLED', %1$s, NULL)
          S5 who was told to have    | INSERT INTO faults.told VALUES ('GRABBED', %1$s, 'ann')
          S6 what is reserved        | INSERT INTO stock VALUES ('invariant-pear', 10, 3)
          S6 what is gone            | INSERT INTO stock VALUES ('invariant-fig', 9, 0); INSERT INTO faults.stock VALUES ('invariant-fig', 10)
          L1 nothing that is due     | UPDATE orders SET placed_at = placed_at - interval '1 h', expires_at = expires_at - interval '1 h', cancel_at = cancel_at - interval '1 h' WHERE id = %1$s
          """)
  void damage_is_found(String title, String damage) {
    String other = ORDER.replace("1'", "2'");
    observer.sql("BEGIN");
    try {
      observer.sql(TWO_ORDERS.formatted(ORDER, other));
      List<String> before = Invariants.violations(observer);

      observer.sql(damage.formatted(ORDER, other));

      assertThat(before).noneMatch(violation -> violation.startsWith(title));
      assertThat(Invariants.violations(observer))
          .as(damage)
          .anyMatch(violation -> violation.startsWith(title));
    } finally {
      observer.sql("ROLLBACK");
    }
  }

  /** One waits for its payment, the other was cancelled by its customer. */
  private static final String TWO_ORDERS =
      Stream.of(
              "INSERT INTO orders (id, customer_id, status, cancel_reason, currency, total_amount, lines, tiers,"
                  + " placed_at, expires_at, cancel_at, cancelled_at)"
                  + " SELECT id::uuid, 'ann', status, reason, 'EUR', 1000, '[]',"
                  + " '[{\"tier\": 1, \"afterMs\": 10000, \"amount\": 50}]',"
                  + " now(), now() + interval '30 min', now() + interval '30 min', cancelled"
                  + " FROM (VALUES (%1$s, 'PENDING_PAYMENT', NULL, NULL::timestamptz),"
                  + " (%2$s, 'CANCELLED', 'CUSTOMER', now())) o (id, status, reason, cancelled)",
              "INSERT INTO order_event (order_id, type, at, source)"
                  + " SELECT id, 'PLACED', placed_at, 'REQUEST' FROM orders WHERE id IN (%1$s, %2$s)",
              "INSERT INTO order_event (order_id, type, at, source)"
                  + " SELECT id, 'CANCELLED', cancelled_at, 'REQUEST' FROM orders WHERE id = %2$s")
          .reduce((first, second) -> first + "; " + second)
          .orElseThrow();
}
