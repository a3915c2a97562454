package com.fasterxml.jackson.datatype.jsr310;

import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import java.io.IOException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.function.Function;

/** Stands in for the library of this name, which Debian does not have: moments and days as the interface writes them. */
public class JavaTimeModule extends SimpleModule {
  public JavaTimeModule() {
    addText(OffsetDateTime.class, OffsetDateTime::parse);
    addText(LocalDate.class, LocalDate::parse);
  }

  private <T> void addText(Class<T> type, Function<String, T> parse) {
    addSerializer(type, ToStringSerializer.instance);
    addDeserializer(
        type,
        new JsonDeserializer<T>() {
          @Override
          public T deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            return parse.apply(parser.getText());
          }
        });
  }
}
