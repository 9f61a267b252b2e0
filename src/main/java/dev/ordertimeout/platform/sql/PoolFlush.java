package dev.ordertimeout.platform.sql;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.AgroalDataSource.FlushMode;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Empties the pool when a connection turns out to be cut: a server that restarted has cut them all,
 * and each would fail one caller before it is known to be dead.
 */
@ApplicationScoped
class PoolFlush {
  private static final long AT_MOST_EVERY_NS = 200_000_000;

  private final AgroalDataSource dataSource;
  private final AtomicLong last = new AtomicLong(System.nanoTime() - AT_MOST_EVERY_NS);

  PoolFlush(AgroalDataSource dataSource) {
    this.dataSource = dataSource;
  }

  /** Looks at a failure, and passes it on. Connections in use are left alone. */
  RuntimeException after(RuntimeException failure) {
    if (SqlFailures.cutConnections(failure)) {
      long before = last.get();
      long now = System.nanoTime();
      if (now - before >= AT_MOST_EVERY_NS && last.compareAndSet(before, now)) {
        dataSource.flush(FlushMode.IDLE);
      }
    }
    return failure;
  }
}
