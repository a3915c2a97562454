package org.openapitools.jackson.nullable;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.ContextualDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.io.IOException;

/** Stands in for the library of this name: what was not said is left out of a body, null is sent. */
public class JsonNullableModule extends SimpleModule {
  public JsonNullableModule() {
    addSerializer(JsonNullable.class, new Writer());
    addDeserializer(JsonNullable.class, new Reader(null));
  }

  @Override
  public void setupModule(SetupContext context) {
    super.setupModule(context);
    JsonInclude.Include ifSaid = JsonInclude.Include.NON_EMPTY;
    context.configOverride(JsonNullable.class).setInclude(JsonInclude.Value.construct(ifSaid, JsonInclude.Include.ALWAYS));
  }

  @SuppressWarnings("rawtypes")
  private static class Writer extends JsonSerializer<JsonNullable> {
    @Override
    public void serialize(JsonNullable held, JsonGenerator into, SerializerProvider provider) throws IOException {
      provider.defaultSerializeValue(held.value(), into);
    }

    @Override
    public boolean isEmpty(SerializerProvider provider, JsonNullable held) {
      return !held.isPresent();
    }
  }

  @SuppressWarnings("rawtypes")
  private static class Reader extends JsonDeserializer<JsonNullable> implements ContextualDeserializer {
    private final JavaType type;

    Reader(JavaType type) {
      this.type = type;
    }

    @Override
    public JsonDeserializer<?> createContextual(DeserializationContext context, BeanProperty property) {
      return new Reader(property.getType().containedType(0));
    }

    @Override
    public JsonNullable deserialize(JsonParser parser, DeserializationContext context) throws IOException {
      return JsonNullable.of((Object) context.readValue(parser, type));
    }

    @Override
    public JsonNullable getNullValue(DeserializationContext context) {
      return JsonNullable.of(null);
    }
  }
}
