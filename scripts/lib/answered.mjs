// Whether a whole run of the tests asked every operation of the embedded database, which everybody starts with.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Operations that no server in the process of a test notes as answered, with the test that asks for each. */
const NOT_NOTED = {
  createOrganization: 'cli.test.ts: the command `org create`, of a service in a process of its own',
  snapshotDatabase: 'backup.test.ts: the command `backup`, likewise',
  streamProject: 'live.test.ts: a stream that is hung up is never noted as answered',
  streamTracking: 'tracking.test.ts: likewise',
  addShippedMap: 'regions.test.ts: its refusal; else it reads the roads of a country. addMapFile writes the same row',
}

/**
 * A sentence that names the operations that the embedded database never answered other than by a refusal; undefined where there
 * are none. The folder holds what the servers of the tests noted when they stopped (apps/server/test/answered.ts).
 */
export function sayNeverAnswered(folder, operations) {
  const notes = readNotes(folder)
  const answered = new Set(notes.filter((note) => note.database === 'pglite').flatMap((note) => note.operations))
  const missing = operations.filter((operation) => !answered.has(operation) && !(operation in NOT_NOTED))
  if (missing.length === 0) return undefined
  return `NEVER ANSWERED on the embedded database, so not tested there: ${missing.join(', ')}.`
}

/** How many statements were asked of both databases (apps/server/test/compared-databases.ts); undefined where none was. */
export function sayCompared(folder) {
  const notes = folder ? readNotes(folder).filter(({ compared }) => compared) : []
  if (notes.length === 0) return undefined
  const sum = (name) => notes.reduce((total, note) => total + note[name], 0)
  return `Asked of both databases on the same rows: ${sum('compared')} statements, of which ${sum('withRows')} found or changed rows.`
}

function readNotes(folder) {
  return readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')))
}
