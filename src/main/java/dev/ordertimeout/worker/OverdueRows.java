package dev.ordertimeout.worker;

import dev.ordertimeout.platform.sql.Transactions;
import dev.ordertimeout.task.TaskKind;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads overdue tasks page by page, each page in a transaction of its own. */
@ApplicationScoped
class OverdueRows {
  private static final int PAGE = 500;

  private final Transactions transactions;
  private final TaskRows rows;

  OverdueRows(Transactions transactions, TaskRows rows) {
    this.transactions = transactions;
    this.rows = rows;
  }

  /**
   * The earliest first.
   *
   * @param after the last row of the page before; null for the first page
   */
  List<TaskRows.Row> page(TaskKind kind, TaskRows.Span overdue, TaskRows.@Nullable Row after) {
    return transactions.call(connection -> rows.page(connection, kind, overdue, after, PAGE));
  }
}
