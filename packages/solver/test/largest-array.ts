/**
 * Preloaded with `--import` into a process and its threads: appends to the file `LARGEST_ARRAY` names the size in bytes of each typed array
 * or buffer that is larger than all before it in its thread.
 */
import { appendFileSync } from 'node:fs'

const file = process.env.LARGEST_ARRAY
let largest = 1_000_000

function note(bytes: number): void {
  if (bytes <= largest || file === undefined) return
  largest = bytes
  appendFileSync(file, `${bytes}\n`)
}

const kinds = [
  'Int8Array',
  'Uint8Array',
  'Int16Array',
  'Uint16Array',
  'Int32Array',
  'Uint32Array',
  'Float32Array',
  'Float64Array',
] as const

for (const kind of kinds) {
  const Original = globalThis[kind]
  const watched = new Proxy(Original, {
    construct(target, values, own) {
      const made = Reflect.construct(target, values, own)
      note(made.buffer.byteLength)
      return made
    },
  })
  Object.defineProperty(globalThis, kind, { value: watched, configurable: true, writable: true })
}
