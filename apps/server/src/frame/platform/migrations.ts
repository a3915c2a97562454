// The migrations that this version has, and what their names tell versions that do not have them.
import { readdirSync } from 'node:fs'

const directory = new URL('../../../migrations/', import.meta.url)
/** `0009_notes_of_stops.expands.sql`, `0012_without_old_notes.contracts_0009.sql`. */
const fileName = /^\d{4}_[a-z0-9_]+(\.expands|\.contracts_\d{4})?\.sql$/
/** Every version that looks at marks has all up to this one, so those carry none. */
const lastUnmarked = 7

export interface MigrationFile {
  /** Name as recorded in the database. */
  name: string
  file: URL
}

/** In their order. Throws when a name does not say what the migration means for versions without it. */
export function listMigrationFiles(folder: URL = directory): MigrationFile[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'))
  return files.sort().map((file) => {
    const isMarked = fileName.exec(file)?.[1] !== undefined
    if (!fileName.test(file) || (!isMarked && getNumber(file) > lastUnmarked)) {
      throw new Error(
        `The migration ${file} does not say in its name what it means for versions without it: ` +
          'NNNN_words.expands.sql or NNNN_words.contracts_NNNN.sql (docs/decisions/0192).',
      )
    }
    return { name: file.replace(/\.sql$/, ''), file: new URL(file, folder) }
  })
}

/** The names of the migrations that this version has, in their order. */
export function listMigrations(): string[] {
  return listMigrationFiles().map(({ name }) => name)
}

function getNumber(name: string): number {
  return Number(name.slice(0, 4))
}

/** Name of this version's connections: tells newer versions which of their changes these processes cannot handle. */
export function applicationName(): string {
  return `routewright ${fourDigits(newestNumber(listMigrations()))}`
}

export function fourDigits(number: number): string {
  return String(number).padStart(4, '0')
}

/** The number of the newest; 0 without any. */
function newestNumber(names: readonly string[]): number {
  return Math.max(0, ...names.map(getNumber))
}

/**
 * Which migration a version must have at least to work with a database that has this one: 0 when any may, undefined when the
 * name does not say.
 */
export function neededNumber(name: string): number | undefined {
  if (name.endsWith('.expands')) return 0
  const number = /\.contracts_(\d{4})$/.exec(name)?.[1]
  return number === undefined ? undefined : Number(number)
}

/**
 * Why a version with the migrations `known` must not work with a database that has those in `made`, in a sentence; undefined
 * when it may. What is only missing is no reason: it can be brought up to date.
 */
export function whyNotWith(made: readonly string[], known: readonly string[]): string | undefined {
  const unknown = made.filter((name) => !known.includes(name))
  const stranger = unknown.find((name) => neededNumber(name) === undefined)
  if (stranger) return `this one does not know its migration ${stranger}`
  const newest = newestNumber(known)
  const contracting = unknown.find((name) => neededNumber(name)! > newest)
  if (contracting) {
    const needed = fourDigits(neededNumber(contracting)!)
    return `its migration ${contracting} took away what versions without migration ${needed} use, and this one has ${fourDigits(newest)} as its newest`
  }
  const missing = known.find((name) => !made.includes(name))
  if (unknown.length > 0 && missing) return `it has ${unknown[0]}, which this one does not know, and lacks ${missing}`
  return undefined
}
