package dev.ordertimeout.redis.model;

import java.util.List;
import java.util.function.UnaryOperator;

/** Ways to break one of the scripts; each must be found out. */
enum Break implements UnaryOperator<String> {
  ACK_WITHOUT_THE_TOKEN(
      "ack",
      "if claim and string.match(claim, '^%d+|%d+|(.*)$') == ARGV[2 * i] then",
      "if claim then"),
  RETRY_WITHOUT_THE_TOKEN("retry", "if token == ARGV[i + 1] then", "if token then"),
  RELEASE_WITHOUT_THE_TOKEN("release", "if token == ARGV[i + 1] then", "if token then"),
  RENEW_WITHOUT_THE_TOKEN(
      "renew",
      "if string.match(claim or '', '^%d+|%d+|(.*)$') == ARGV[i + 1] then",
      "if claim then"),

  SCHEDULE_REMOVES_BEFORE_IT_ADDS(
      "schedule",
      List.of(
          "local added = redis.call('ZADD', KEYS[1], unpack(ARGV))\n",
          "",
          "return added",
          "return redis.call('ZADD', KEYS[1], unpack(ARGV))")),
  RETRY_REMOVES_BEFORE_IT_ADDS(
      "retry",
      List.of(
          "    redis.call('ZREM', KEYS[2], ARGV[i])\n", "",
          "    redis.call('ZADD'",
              "    redis.call('ZREM', KEYS[2], ARGV[i])\n    redis.call('ZADD'")),
  RELEASE_REMOVES_BEFORE_IT_ADDS(
      "release",
      List.of(
          "    redis.call('ZREM', KEYS[2], member)\n", "",
          "    redis.call('ZADD'",
              "    redis.call('ZREM', KEYS[2], member)\n    redis.call('ZADD'")),
  CLAIM_REMOVES_BEFORE_IT_ADDS(
      "claim",
      List.of(
          "  take(which, members, scores)\n",
          "",
          "    redis.call('ZREMRANGEBYRANK', kind.due, 0, #members - 1)\n",
          "    redis.call('ZREMRANGEBYRANK', kind.due, 0, #members - 1)\n    take(which, members, scores)\n")),

  CLAIM_TAKES_UNEXPIRED_LEASES(
      "claim", "kind.leased, '-inf', now,", "kind.leased, '-inf', '+inf',"),
  CLAIM_LEAVES_EXPIRED_LEASES("claim", "kind.leased, '-inf', now,", "kind.leased, '-inf', '-inf',"),
  CLAIM_TAKES_THE_NEWEST_FIRST(
      "claim",
      List.of(
          "'ZRANGEBYSCORE', kind.due, '-inf', by_database,",
              "'ZREVRANGEBYSCORE', kind.due, by_database, '-inf',",
          "'ZREMRANGEBYRANK', kind.due, 0, #members - 1", "'ZREM', kind.due, unpack(members)")),
  CLAIM_GOES_BY_THE_QUEUES_CLOCK("claim", "now + tonumber(ARGV[3])", "now"),
  CLAIM_FORGETS_ATTEMPTS("claim", "attempts = (attempts or 0) + 1", "attempts = 1"),
  CLAIM_FORGETS_THE_FIRST_DUE_TIME("claim", "scores and holder ~= '' and ms", "scores and ms"),
  CLAIM_TAKES_MORE_THAN_ITS_QUOTA("claim", "  kind.quota = kind.quota - #members\n", ""),
  CLAIM_LEAVES_THE_OTHER_COPY("claim", "    redis.call('ZREM', kind.due, unpack(ended))\n", ""),
  CLAIM_SLEEPS_OVER_LEASES("claim", "  sooner(kind.leased, now)\n", ""),

  SCHEDULE_KEEPS_THE_LEASE("schedule", "redis.call('ZREM', KEYS[2], unpack(members))\n", ""),
  SCHEDULE_KEEPS_THE_ATTEMPTS("schedule", "redis.call('HDEL', KEYS[3], unpack(members))\n", ""),
  SCHEDULE_IF_ABSENT_TOUCHES_LEASES(
      "schedule_if_absent", "not redis.call('ZSCORE', KEYS[2], ARGV[i + 1])\n", "true\n"),
  SCHEDULE_IF_ABSENT_MOVES_WHAT_IS_DUE(
      "schedule_if_absent", "'ZADD', KEYS[1], 'NX',", "'ZADD', KEYS[1],"),
  UNSCHEDULE_LEAVES_THE_LEASE("unschedule", " + redis.call('ZREM', KEYS[2], unpack(ARGV))", ""),
  UNSCHEDULE_LEAVES_THE_CLAIM("unschedule", "redis.call('HDEL', KEYS[3], unpack(ARGV))\n", ""),
  ACK_LEAVES_THE_CLAIM("ack", "  redis.call('HDEL', KEYS[2], unpack(held))\n", ""),
  RELEASE_COUNTS_THE_ATTEMPT("release", "(attempts - 1) ..", "attempts .."),
  RELEASE_IGNORES_THE_DELAY("release", "passed and delay > 0 and now + delay or due", "due"),
  RETRY_IGNORES_THE_DELAY("retry", "now + tonumber(ARGV[i + 2])", "now"),
  RETRY_KEEPS_THE_TOKEN("retry", "ARGV[i], kept)", "ARGV[i], claim)"),
  RENEW_DOES_NOT_EXTEND("renew", "'ZADD', KEYS[1], lease_end", "'ZADD', KEYS[1], 'NX', lease_end"),
  MOVE_TOUCHES_WHAT_MOVED("move_if_unchanged", "ms(score) == tonumber(ARGV[i + 1])", "true"),
  REMOVE_TOUCHES_WHAT_MOVED("remove_if_unchanged", "ms(score) == tonumber(ARGV[i + 1])", "true"),
  ORPHANS_TAKES_WHAT_IS_LEASED(
      "orphans", "if redis.call('ZSCORE', KEYS[2], member) then", "if false then");

  private final String verb;
  private final List<String> replacements;

  Break(String verb, String what, String by) {
    this(verb, List.of(what, by));
  }

  /**
   * @param replacements what, by what, what, by what …
   */
  Break(String verb, List<String> replacements) {
    this.verb = verb;
    this.replacements = replacements;
  }

  /** The script that it is about. */
  String verb() {
    return verb;
  }

  /** Breaks the script that it is about, and leaves the others as they are. */
  @Override
  public String apply(String script) {
    if (!script.startsWith("-- " + verb + ":")) {
      return script;
    }
    String broken = script;
    for (int i = 0; i < replacements.size(); i += 2) {
      if (!broken.contains(replacements.get(i))) {
        throw new IllegalStateException(
            "%s.lua has changed; %s does not find: %s".formatted(verb, this, replacements.get(i)));
      }
      broken = broken.replace(replacements.get(i), replacements.get(i + 1));
    }
    return broken;
  }
}
