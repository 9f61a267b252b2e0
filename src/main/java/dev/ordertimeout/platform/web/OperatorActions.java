package dev.ordertimeout.platform.web;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The record of what operators did: rows that are only ever added. */
@Singleton
public class OperatorActions {
  private static final String INSERT =
      "INSERT INTO operator_action (who, what, target, data) VALUES (?, ?, ?, ?::jsonb)";

  private final ObjectMapper json;

  OperatorActions(ObjectMapper json) {
    this.json = json;
  }

  /**
   * Adds a row in the connection's transaction: the action and its record stand or fall together.
   *
   * @param who as {@link Operator#name} says, or the name of the command line's user
   * @param what a verb in upper case, such as EXTEND_DEADLINE
   * @param target what it was done to, such as an order's id
   * @param data what else there is to know, such as the deadline before and after
   */
  public void record(
      Connection connection,
      String who,
      String what,
      String target,
      @Nullable Map<String, Object> data)
      throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
      insert.setString(1, who);
      insert.setString(2, what);
      insert.setString(3, target);
      insert.setString(4, data == null ? null : toJson(data));
      insert.executeUpdate();
    }
  }

  private String toJson(Map<String, Object> data) {
    try {
      return json.writeValueAsString(data);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("Cannot be written as JSON: " + data.keySet(), e);
    }
  }
}
