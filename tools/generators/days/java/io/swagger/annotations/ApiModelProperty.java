package io.swagger.annotations;

/** Stands in for the annotation of this name, which tells nothing that a program uses. */
public @interface ApiModelProperty {
  boolean required() default false;

  String value() default "";

  String example() default "";
}
