package dev.ordertimeout.redis.model;

/**
 * The server dies in the middle of a round trip: one script call ends after some writes, those
 * behind it are not run, and the caller hears nothing but that it failed. With more writes than the
 * call makes, only its reply is lost.
 *
 * @param call which of the script calls, from 0
 * @param writes how many of its writes are made
 */
record Cut(int call, int writes) {
  @Override
  public String toString() {
    return "cut after %d writes of script call %d".formatted(writes, call + 1);
  }
}
