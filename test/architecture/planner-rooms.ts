// The rooms of the planner: in which order they import each other, and how one asks another for something.
import { type ImportOf, isSource, listImports, type RepositoryFile } from './source-files.ts'

const SOURCES = 'apps/planner/src/'

/** A room may import from the steps before its own, and nothing from another room of its own step. */
const STEPS: readonly (readonly string[])[] = [
  ['shell'],
  ['forms'],
  // Labels of parcels, asked for with stops, with an import and among the exports.
  ['labels'],
  ['plan'],
  ['records', 'map', 'list', 'timeline', 'details', 'live', 'optimize'],
  ['today', 'editor', 'plans', 'settings', 'fleet', 'drivers', 'depots', 'clients', 'zones', 'sign-in', 'supervisor'],
  // Each adds something to the rooms of the core, which import none (planner-annexes.ts).
  ['annexes'],
  // Puts the first forms of other pages in an order.
  ['start'],
  ['app'],
]

/** Parts of the plan editor, which nothing else may render. */
const PARTS_OF_EDITOR: ReadonlySet<string> = new Set(['map', 'list', 'timeline', 'details', 'live', 'optimize'])

/** The editor puts them at their places, and annexes add to them. The first page shows the map of the day, to look at. */
const MAY_SHOW_PARTS: ReadonlySet<string> = new Set(['editor', 'annexes'])

/** Texts of all rooms, found by their names and not by imports. */
const WORDS = 'words'

/** One sentence for every breach. */
export function listBrokenRooms(files: readonly RepositoryFile[]): string[] {
  const sources = files.filter((file) => isSource(file) && isOfPlanner(file.path) && !file.path.includes('.test.'))
  return [
    ...sources.flatMap((file) => sentence(file.path, whyNoRoom(file.path))),
    ...sources.flatMap(listImports).flatMap((entry) => sentence(entry.from, whyNotBetweenRooms(entry))),
    ...sources.flatMap((file) => listHiddenWays(file).flatMap((why) => sentence(file.path, why))),
  ]
}

function sentence(path: string, why: string | undefined): string[] {
  return why ? [`${path} ${why}`] : []
}

function isOfPlanner(path: string): boolean {
  return path.startsWith(SOURCES)
}

/** Its folder; undefined for the entry of the application, which stands above all rooms. */
function findRoom(path: string): string | undefined {
  const [room, ...rest] = path.slice(SOURCES.length).split('/')
  return rest.length > 0 ? room : undefined
}

function getStep(room: string): number {
  return STEPS.findIndex((rooms) => rooms.includes(room))
}

function whyNoRoom(path: string): string | undefined {
  const room = findRoom(path)
  if (room === undefined || room === WORDS || getStep(room) !== -1) return undefined
  return `is in ${room}/, which has no place in the order of rooms`
}

function whyNotBetweenRooms({ from, target, specifier }: ImportOf): string | undefined {
  const room = findRoom(from)
  const other = target !== undefined && isOfPlanner(target) ? findRoom(target) : undefined
  if (room === undefined || other === undefined || room === other) return undefined
  const [own, theirs] = [getStep(room), getStep(other)]
  if (own === -1 || theirs === -1) return undefined
  if (theirs > own) return `imports ${specifier}: ${other}/ comes after ${room}/`
  if (theirs === own) return `imports ${specifier}: ${other}/ and ${room}/ stand beside each other`
  if (PARTS_OF_EDITOR.has(other) && !MAY_SHOW_PARTS.has(room) && `${room} ${other}` !== 'today map')
    return `imports ${specifier}: only editor/ shows ${other}/`
  return undefined
}

/** Ways from room to room that no import shows, and views in the room that has none. */
function listHiddenWays({ path, text }: RepositoryFile): string[] {
  const found: string[] = []
  if (/\bdispatchEvent\(|\bnew CustomEvent\b/.test(text)) {
    found.push('sends an event through the window: make it a command (shell/commands.ts, plan/commands.ts)')
  }
  if (
    /\b(?:window|globalThis)(?: as \w+\))?\.\w+\s*=[^=]|Object\.assign\((?:window|globalThis|\w+\.current!?),/.test(
      text,
    )
  ) {
    found.push('leaves something on the page for others to find: bench and tests look at the page from outside')
  }
  if (findRoom(path) === 'plan' && (path.endsWith('.tsx') || /from '@mantine\/core'/.test(text))) {
    found.push('shows something: plan/ holds the open plan and has no views')
  }
  return found
}
