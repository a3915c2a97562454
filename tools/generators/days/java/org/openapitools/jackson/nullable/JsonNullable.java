package org.openapitools.jackson.nullable;

import java.util.NoSuchElementException;

/** Stands in for the library of this name, which Debian does not have: a value, null, or nothing said. */
public record JsonNullable<T>(boolean isPresent, T value) {
  public static <T> JsonNullable<T> of(T value) {
    return new JsonNullable<>(true, value);
  }

  public static <T> JsonNullable<T> undefined() {
    return new JsonNullable<>(false, null);
  }

  public T get() {
    if (!isPresent) throw new NoSuchElementException();
    return value;
  }

  public T orElse(T other) {
    return isPresent ? value : other;
  }
}
