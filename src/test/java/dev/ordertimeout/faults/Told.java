package dev.ordertimeout.faults;

import dev.ordertimeout.support.Observer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * What callers were told, in a table beside the service's own, so that the invariants can hold the
 * rows against it.
 */
final class Told {
  private static final String TABLES =
      """
      CREATE SCHEMA IF NOT EXISTS faults;
      CREATE TABLE IF NOT EXISTS faults.told (
        what      text NOT NULL, -- PLACED, PAID, REFUSED (a capture), CANCELLED, GRABBED
        order_id  uuid NOT NULL,
        reference text);         -- of the capture, or the courier
      CREATE TABLE IF NOT EXISTS faults.stock (sku text PRIMARY KEY, on_hand bigint NOT NULL)
      """;

  private final ConcurrentLinkedQueue<String[]> told = new ConcurrentLinkedQueue<>();

  static void createTables(Observer observer) {
    observer.sql(TABLES);
  }

  void add(String what, String orderId, String reference) {
    told.add(new String[] {what, orderId, reference});
  }

  int size() {
    return told.size();
  }

  /** Moves all of it into the table. */
  void write(Observer observer) {
    List<String[]> rows = new ArrayList<>();
    for (String[] row = told.poll(); row != null; row = told.poll()) {
      rows.add(row);
    }
    observer.count(
        "WITH written AS (INSERT INTO faults.told SELECT * FROM unnest(?::text[], ?::uuid[], ?::text[])"
            + " RETURNING 1) SELECT count(*) FROM written",
        column(rows, 0),
        column(rows, 1),
        column(rows, 2));
  }

  private static String[] column(List<String[]> rows, int index) {
    return rows.stream().map(row -> row[index]).toArray(String[]::new);
  }
}
