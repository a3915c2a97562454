package io.swagger.annotations;

/** Stands in for the annotation of this name, which tells nothing that a program uses. */
public @interface ApiModel {
  String value() default "";

  String description() default "";
}
