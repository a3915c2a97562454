// Records without the fields that say nothing.

type EmptyName<T> = {
  [Name in keyof T]-?: null extends T[Name] ? Name : undefined extends T[Name] ? Name : never
}[keyof T]

/** The fields as they are without those that may have no value and have none. */
export type Compact<T> = { [Name in Exclude<keyof T, EmptyName<T>>]: T[Name] } & {
  [Name in EmptyName<T>]?: NonNullable<T[Name]>
}

/** The fields that have a value: neither null nor undefined (decision R8). */
export function withoutEmpty<T extends object>(fields: T): Compact<T> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
  ) as Compact<T>
}

/** The fields that were sent; null is something that was sent. */
export function withoutUndefined<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T
}
