// Lists the product files that faults are planted into, by room: tests, words, migrations and generated files are none.

import { posix } from 'node:path'
import { placeInServer } from '../../test/architecture/server-places.ts'
import type { RepositoryFile } from '../../test/architecture/source-files.ts'

const PRODUCT = /^(apps\/(server|planner|driver|tracking)|packages\/[^/]+)\/src\/.*\.tsx?$/
/** Examples are printed in documents only. */
const NOT_PRODUCT = /\.test\.|\.d\.ts$|\/examples\.ts$|\/(test|testing|words|generated|migrations)\//

/** A slice of the server, a folder below `src` of another app or package, or the files directly in `src`. */
export interface Room {
  /** `server/planning/stops`, `solver/search`, `contract` for the files next to the folders. */
  name: string
  files: RepositoryFile[]
  lines: number
}

/** Returns whether a path is product code that a fault may be planted into. */
export function isProduct(path: string): boolean {
  return PRODUCT.test(path) && !NOT_PRODUCT.test(path)
}

/** Returns whether a path is a test of an app or package; those in a browser count only with pages. */
export function isTest(path: string, withPages: boolean): boolean {
  return /^(apps|packages)\/.*\.test\.tsx?$/.test(path) && (withPages || !path.includes('.browser.'))
}

/** Groups product files by room, rooms and files in the order of their names. */
export function listRooms(files: readonly RepositoryFile[]): Room[] {
  const product = files.filter(({ path }) => isProduct(path)).sort((a, b) => compareText(a.path, b.path))
  const rooms = [...Map.groupBy(product, ({ path }) => nameRoom(path))].map(([name, own]) => ({
    name,
    files: own,
    lines: own.reduce((sum, { text }) => sum + countLines(text), 0),
  }))
  return rooms.sort((a, b) => compareText(a.name, b.name))
}

/** Names the room of a product or test file: `server/annexes/learning` for `apps/server/src/annexes/learning/x.ts`. */
export function nameRoom(path: string): string {
  const slice = placeInServer(path)?.slice
  if (slice) return `server/${slice}`
  const [, owner, , ...rest] = path.split('/')
  return rest.length > 1 ? `${owner}/${rest[0]}` : owner!
}

/** Returns the folder of the app or package: `apps/server`. */
export function ownerFolder(path: string): string {
  return path.split('/').slice(0, 2).join('/')
}

/** Returns a test's path without its endings: `a/time-text` for `a/time-text.unit.test.ts`. */
export function getStem(path: string): string {
  return posix.join(posix.dirname(path), posix.basename(path).split('.')[0]!)
}

/** Compares by code units: the same order on every machine. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

function countLines(text: string): number {
  return text.split('\n').length - 1
}
