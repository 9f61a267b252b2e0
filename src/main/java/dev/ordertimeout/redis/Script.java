package dev.ordertimeout.redis;

import static dev.ordertimeout.redis.RedisKeys.Part.CLAIMS;
import static dev.ordertimeout.redis.RedisKeys.Part.DUE;
import static dev.ordertimeout.redis.RedisKeys.Part.LEASED;
import static dev.ordertimeout.redis.RedisKeys.Part.MALFORMED;
import static dev.ordertimeout.redis.RedisKeys.Part.SET_ASIDE;

import dev.ordertimeout.redis.RedisKeys.Batch;
import dev.ordertimeout.redis.RedisKeys.Part;
import dev.ordertimeout.redis.RedisKeys.Slot;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * The scripts, each {@code lua/<name>.lua}, with the keys it takes. The files' heads say the rest.
 */
enum Script {
  SCHEDULE(DUE, LEASED, CLAIMS),
  SCHEDULE_IF_ABSENT(DUE, LEASED),
  UNSCHEDULE(DUE, LEASED, CLAIMS),
  CLAIM(DUE, LEASED, CLAIMS, MALFORMED, SET_ASIDE),
  ACK(LEASED, CLAIMS),
  RETRY(DUE, LEASED, CLAIMS),
  RELEASE(DUE, LEASED, CLAIMS),
  RENEW(LEASED, CLAIMS),
  LOOK_UP(DUE, LEASED, CLAIMS),
  MOVE_IF_UNCHANGED(DUE, CLAIMS),
  REMOVE_IF_UNCHANGED(DUE, LEASED, CLAIMS),
  UNDO_IF_UNCHANGED(DUE, LEASED, CLAIMS),
  ORPHANS(DUE, LEASED, CLAIMS),
  BEYOND_SHARDS(DUE, LEASED, CLAIMS, MALFORMED, SET_ASIDE),
  COUNTS(DUE, LEASED, CLAIMS, MALFORMED);

  @SuppressWarnings("ImmutableEnumChecker") // made by List.of
  private final List<Part> parts;

  private final String text;
  private final String sha1;

  Script(Part... parts) {
    this.parts = List.of(parts);
    this.text = read("/lua/" + verb() + ".lua");
    this.sha1 = sha1(text);
  }

  String verb() {
    return name().toLowerCase(Locale.ROOT);
  }

  String text() {
    return text;
  }

  /** By which the server knows the script once it has seen it. */
  String sha1() {
    return sha1;
  }

  /** Whether it needs no memory, and so may run on a server that has none left. */
  boolean onlyRemoves() {
    return this == UNSCHEDULE || this == ACK || this == REMOVE_IF_UNCHANGED;
  }

  List<Part> parts() {
    return parts;
  }

  /** A call on slots of one shard. */
  ScriptCall on(List<Slot> slots, List<?> args) {
    List<String> keys =
        slots.stream().flatMap(slot -> parts.stream().map(part -> slot.key(part))).toList();
    return new ScriptCall(this, keys, args.stream().map(Object::toString).toList());
  }

  /** A call on a batch: the leading arguments, then those of each item. */
  <T> ScriptCall on(Batch<T> batch, List<?> leading, Function<T, List<?>> each) {
    List<Object> args = new ArrayList<>(leading);
    batch.items().forEach(item -> args.addAll(each.apply(item)));
    return on(List.of(batch.slot()), args);
  }

  private static String read(String resource) {
    try (InputStream in = Script.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("not on the class path: " + resource);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String sha1(String text) {
    try {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
