// Small notes in the data directory: read when they are there, and written whole or not at all.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Returns the content of the file; undefined when it is missing or is no JSON. */
export function readJsonFile<T>(path: string): T | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T
  } catch {
    return undefined
  }
}

/** Puts the value in the place of the file, in a folder that is made where there is none. `mode`: who may read it, as in chmod; everybody unless it says otherwise. */
export function writeJsonFile(path: string, value: unknown, mode = 0o666): void {
  mkdirSync(dirname(path), { recursive: true })
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, JSON.stringify(value, null, 2), { mode })
  renameSync(draft, path)
}
