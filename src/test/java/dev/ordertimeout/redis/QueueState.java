package dev.ordertimeout.redis;

import dev.ordertimeout.task.TaskId;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * All that the queue holds of one kind in one shard, to put there before a test and to compare with
 * after it: {@code state().due(A, 1000).leased(B, 2000).claim(B, 1, 500, "token")}.
 *
 * @param due member to due time, ms since 1970
 * @param leased member to lease end, ms since 1970
 * @param claims member to {@code attempts|first due time|token}
 * @param malformed members set aside
 */
public record QueueState(
    SortedMap<String, Long> due,
    SortedMap<String, Long> leased,
    SortedMap<String, String> claims,
    SortedSet<String> malformed) {

  /** Nothing. */
  public static QueueState state() {
    return of(Map.of(), Map.of(), Map.of(), Set.of());
  }

  static QueueState of(
      Map<String, Long> due,
      Map<String, Long> leased,
      Map<String, String> claims,
      Set<String> malformed) {
    return new QueueState(
        new TreeMap<>(due), new TreeMap<>(leased), new TreeMap<>(claims), new TreeSet<>(malformed));
  }

  public QueueState due(TaskId task, long atMs) {
    return due(task.member(), atMs);
  }

  public QueueState due(String member, long atMs) {
    QueueState next = of(due, leased, claims, malformed);
    next.due.put(member, atMs);
    return next;
  }

  public QueueState leased(TaskId task, long endMs) {
    return leased(task.member(), endMs);
  }

  public QueueState leased(String member, long endMs) {
    QueueState next = of(due, leased, claims, malformed);
    next.leased.put(member, endMs);
    return next;
  }

  public QueueState claim(TaskId task, int attempts, long dueMs, String token) {
    return claim(task.member(), attempts, dueMs, token);
  }

  public QueueState claim(String member, int attempts, long dueMs, String token) {
    QueueState next = of(due, leased, claims, malformed);
    next.claims.put(member, attempts + "|" + dueMs + "|" + token);
    return next;
  }

  public QueueState malformed(String member) {
    QueueState next = of(due, leased, claims, malformed);
    next.malformed.add(member);
    return next;
  }
}
