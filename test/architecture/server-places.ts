// Where a file of the server stands: in which of its ten rooms, in which slice of it, and in which layer of that slice.

export const SERVER = 'apps/server/src/'

/** The rooms of the server, the lowest first. Each imports only what stands before it. */
export const ROOMS = [
  'frame',
  'data',
  'accounts',
  'geography',
  'planning',
  'optimizing',
  'telling',
  'field',
  'annexes',
  'process',
] as const

export type Layer =
  | 'root'
  | 'platform'
  | 'data'
  | 'resources'
  | 'modelling'
  | 'http-frame'
  | 'http'
  | 'rules'
  | 'sql'
  | 'entry'
  | 'test'

export interface ServerPlace {
  room: string
  /** Path of the slice below src: `planning/stops`, `annexes/learning/traffic`. */
  slice: string
  /** Path of the file inside its slice. */
  file: string
  layer: Layer
}

/** Slices of pure functions over records, open file by file: what rules compute with. */
const MODELLING = new Set([
  'frame/files',
  'frame/paper',
  'frame/pictures',
  'geography/extracts',
  'geography/geocoding',
  'geography/travel',
  'planning/figures',
  'planning/modelling',
  'optimizing/solving',
  'annexes/slots/insertion',
])

/** Folders of an annex that are slices of their own, with a face of their own; any other folder is a part of its slice. */
const PARTS_OF_ANNEXES = new Set([
  'annexes/analytics/weekly-mail',
  'annexes/demo/demo-organization',
  'annexes/demo/drawings',
  'annexes/demo/play',
  'annexes/driver-talk/conversations',
  'annexes/driver-talk/push',
  'annexes/explanations/reasons',
  'annexes/explanations/risk',
  'annexes/exports/record-files',
  'annexes/intake/order-files',
  'annexes/intake/shops',
  'annexes/learning/traffic',
  'annexes/sandbox/outbox',
  'annexes/slots/insertion',
  'annexes/slots/slot-choices',
  'annexes/weeks/backlog',
])

/** Returns undefined for what is no file of the server's source. */
export function placeInServer(path: string): ServerPlace | undefined {
  if (!path.startsWith(SERVER)) return undefined
  const parts = path.slice(SERVER.length).split('/')
  const [room = ''] = parts
  const slice = parts.slice(0, sliceDepth(parts)).join('/')
  const file = parts.slice(sliceDepth(parts)).join('/')
  return { room, slice, file, layer: getLayer(room, slice, file) }
}

function sliceDepth(parts: readonly string[]): number {
  if (parts[0] === 'data') return parts[1] === 'resources' ? 2 : 1
  const isPart = PARTS_OF_ANNEXES.has(parts.slice(0, 3).join('/'))
  return Math.min(parts.length - 1, isPart ? 3 : 2)
}

function getLayer(room: string, slice: string, file: string): Layer {
  if (file.endsWith('.test.ts')) return 'test'
  if (slice === 'process' || slice === 'annexes' || (room === 'annexes' && file === 'index.ts')) return 'root'
  if (slice === 'frame/platform') return 'platform'
  if (slice === 'data/resources') return 'resources'
  if (slice === 'data') return 'data'
  if (MODELLING.has(slice)) return 'modelling'
  if (slice === 'frame/http') return 'http-frame'
  if (slice === 'process/cli' || slice === 'annexes/demo') return 'entry'
  if (file.endsWith('.http.ts')) return 'http'
  return file.endsWith('.sql.ts') ? 'sql' : 'rules'
}

/** Files that name what rooms above made and a process hands around: types only, so nothing of a room runs because of them. */
const HAND_AROUND = new Set(['frame/platform/services.ts', 'frame/platform/scope.ts'])

/** Whether an import is a type that a process hands around, which every rule of rooms and layers allows. */
export function isHandedAround({ slice, file }: ServerPlace, { isTypeOnly }: { isTypeOnly: boolean }): boolean {
  return isTypeOnly && HAND_AROUND.has(`${slice}/${file}`)
}
