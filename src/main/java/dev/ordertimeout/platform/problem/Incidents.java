package dev.ordertimeout.platform.problem;

import dev.ordertimeout.platform.sql.ContentionException;
import dev.ordertimeout.platform.sql.SqlFailures;
import jakarta.inject.Singleton;
import java.util.UUID;
import java.util.concurrent.RejectedExecutionException;
import org.jboss.logging.Logger;

/**
 * What a caller is told of a failure that is not the caller's. A database that is out says so; the
 * rest is an incident: logged here, once, with its stack trace, under an id that the caller gets.
 */
@Singleton
class Incidents {
  private static final Logger LOG = Logger.getLogger(Incidents.class);

  ProblemException toProblem(Throwable failure, String method, String path) {
    if (SqlFailures.isUnavailable(failure)) {
      // Its beginning and end are logged where the service notices them, not per request.
      return new ProblemException(
          ProblemCode.UNAVAILABLE, "The database is not available right now.");
    }
    if (failure instanceof ContentionException) {
      return new ProblemException(
          ProblemCode.UNAVAILABLE, "Another request was in the way; nothing was changed.");
    }
    if (failure instanceof RejectedExecutionException) {
      return new ProblemException(
          ProblemCode.UNAVAILABLE, "Every worker is busy; nothing was changed.");
    }
    String incident = UUID.randomUUID().toString().substring(0, 8);
    LOG.errorf(failure, "%s %s failed; the caller was told of incident %s", method, path, incident);
    return new ProblemException(
        ProblemCode.INTERNAL_ERROR, "The failure is logged as incident " + incident + ".");
  }
}
