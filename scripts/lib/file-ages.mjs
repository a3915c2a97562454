// When files were last changed, for deciding what has to be made anew.

import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The latest change below a path, milliseconds since 1970; 0 where there is nothing. */
export function newestMs(path) {
  return fold(path, Math.max, 0)
}

/** The earliest change below a path; `missing` where there is nothing. */
export function oldestMs(path, missing = Number.POSITIVE_INFINITY) {
  const oldest = fold(path, Math.min, Number.POSITIVE_INFINITY)
  return oldest === Number.POSITIVE_INFINITY ? missing : oldest
}

function fold(path, pick, start) {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) return start
  if (!stat.isDirectory()) return pick(start, stat.mtimeMs)
  let result = start
  for (const name of readdirSync(path)) {
    if (name === 'node_modules' || name === 'dist' || name === 'generated' || name.startsWith('.')) continue
    result = fold(join(path, name), pick, result)
  }
  return result
}
