// The rooms of packages/roads/src, from the ground up: a room imports only rooms that stand before it, and nothing of ours
// outside the package.

import { type ImportOf, isSource, listImports, type RepositoryFile } from './source-files.ts'

const SOURCES = 'packages/roads/src/'

/** Folders of packages/roads/src and, for each, the ones it may import. Every folder is listed, each after those it imports. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  foundation: [],
  pbf: ['foundation'],
  shapes: ['foundation'],
  names: [],
  addresses: ['foundation', 'pbf', 'shapes', 'names'],
  tiles: ['foundation', 'pbf', 'shapes'],
  graph: ['foundation', 'pbf', 'shapes'],
  image: ['foundation', 'graph'],
  hierarchy: ['foundation', 'image'],
  places: ['foundation', 'graph', 'image', 'hierarchy', 'names'],
  matching: ['foundation', 'image', 'hierarchy', 'places'],
  reach: ['foundation', 'graph', 'image', 'hierarchy', 'places'],
  traffic: ['foundation', 'graph', 'image', 'hierarchy'],
  engine: ['foundation', 'pbf', 'graph', 'image', 'hierarchy', 'places', 'matching', 'reach', 'traffic'],
  service: ['foundation', 'graph', 'image', 'hierarchy', 'places', 'reach', 'traffic', 'engine'],
}

/** One sentence for every import, types included, that breaks the order, and for every file outside the rooms. */
export function listBrokenRoadsRooms(files: readonly RepositoryFile[]): string[] {
  const sources = files.filter((file) => isSource(file) && file.path.startsWith(SOURCES))
  const strays = sources
    .map(({ path }) => path)
    .filter((path) => !(getRoom(path) in ROOMS) && path !== `${SOURCES}index.ts`)
  const tested = sources.filter(({ path }) => !path.endsWith('.test.ts'))
  return [
    ...strays.map((path) => `${path} stands in no room: only index.ts lies beside the folders`),
    ...tested.flatMap(listImports).flatMap((entry) => {
      const why = whyNot(entry)
      return why ? [`${entry.from} imports ${entry.specifier}: ${why}`] : []
    }),
  ]
}

function whyNot({ from, target, specifier }: ImportOf): string | undefined {
  if (target === undefined) {
    return specifier.startsWith('@routewright/') ? 'the road engine knows nothing of the application' : undefined
  }
  if (!target.startsWith(SOURCES)) return 'what ships imports no tests and measurements'
  // The list of what other packages may use opens every room.
  if (from === `${SOURCES}index.ts`) return undefined
  if (target === `${SOURCES}index.ts`) return 'index.ts is for other packages'
  const [fromRoom, toRoom] = [getRoom(from), getRoom(target)]
  if (fromRoom === toRoom || ROOMS[fromRoom]?.includes(toRoom)) return undefined
  return `${fromRoom} may not import ${toRoom}`
}

function getRoom(path: string): string {
  const [room = '', file] = path.slice(SOURCES.length).split('/')
  return file === undefined ? '' : room
}

/** Rooms that are listed before one of those they import: while there are none, no circle of folders is possible. */
export function listRoomsOutOfOrder(rooms: Readonly<Record<string, readonly string[]>> = ROOMS): string[] {
  const names = Object.keys(rooms)
  return names.filter((name) => rooms[name]!.some((lower) => !names.slice(0, names.indexOf(name)).includes(lower)))
}
