// Where a value of a message stands, as JSONPath, so that it is found in other messages, too.

/** A step from a value to one inside it, with the value that it starts from. */
export interface Step {
  key: string | number
  within: unknown
}

/** Entries of lists are found by their key or name where they have one; else all of them are meant. */
export function getPath(steps: readonly Step[]): string {
  return `$${steps.map(getPart).join('')}`
}

function getPart({ key, within }: Step): string {
  if (typeof key === 'string') return /^[A-Za-z_]\w*$/.test(key) ? `.${key}` : `[${quoted(key)}]`
  const entry = (within as unknown[])[key]
  const named = ['key', 'name'].find((name) => typeof textAt(entry, name) === 'string' && hasValue(entry))
  return named ? `[?@.${named}==${quoted(textAt(entry, named) as string)}]` : '[*]'
}

function textAt(entry: unknown, name: string): unknown {
  return typeof entry === 'object' && entry !== null ? (entry as Record<string, unknown>)[name] : undefined
}

const hasValue = (entry: unknown) => textAt(entry, 'value') !== undefined

function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, (mark) => `\\${mark}`)}'`
}
