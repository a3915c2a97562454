// Where uploaded files are kept: what a place for them can do, whatever it is.

export interface Storage {
  /** Description of the storage, for start lines, health and errors. */
  readonly place: string
  /** Stores the bytes durably under the key, replacing what was there. */
  putFile(key: string, bytes: Uint8Array): Promise<void>
  /** The bytes, or undefined when nothing is stored under the key. */
  findFile(key: string): Promise<Buffer | undefined>
  hasFile(key: string): Promise<boolean>
  /** Deletes a file; does nothing where it is missing. */
  deleteFile(key: string): Promise<void>
  /** All keys, in no order. What is stored or deleted meanwhile may be among them or not. */
  listKeys(): AsyncIterable<string>
  /** Resolves when files can be kept and read. Throws StorageError, which says what to mend. */
  check(): Promise<void>
}

/** An error that a person can fix: shown without a stack trace. */
export class StorageError extends Error {}

/** Keys are made by the server, of letters, digits and dashes in slash-separated parts. */
const keyPattern = /^[a-z0-9][a-z0-9_-]*(\/[a-z0-9][a-z0-9_-]*)*(\.[a-z0-9]+)?$/

export function isStorageKey(text: string): boolean {
  return keyPattern.test(text)
}

/** Throws for what is no key, so that nothing outside the place is ever named. */
export function requireStorageKey(key: string): string {
  if (!isStorageKey(key)) throw new Error(`Not a storage key: ${key}`)
  return key
}
