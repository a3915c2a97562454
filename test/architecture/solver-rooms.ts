// The rooms of packages/solver/src and which of them each may import: the checker shares nothing with the search, and no circles.

import { isSource, listImports, type RepositoryFile } from './source-files.ts'

const ROOT = 'packages/solver/src/'

/**
 * Rooms in their order, each with the rooms that it may import, all of them earlier ones. `problem.ts`, `solution.ts`, `matrix.ts`,
 * `spreads.ts`, `battery.ts` `driving-rules.ts` and `wide-problem.ts` together are the room `interface`; every other file directly in src is a room of its own.
 */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  interface: [],
  check: ['interface'],
  areas: ['interface'],
  driving: ['interface'],
  energy: [],
  hours: ['interface'],
  play: ['interface', 'hours'],
  formats: ['interface', 'driving', 'hours', 'energy'],
  model: ['interface', 'hours'],
  schedule: ['model', 'hours'],
  search: ['model', 'schedule', 'hours'],
  answer: ['interface', 'model', 'schedule', 'hours'],
  'solve.ts': ['interface', 'model', 'search', 'answer'],
  reasons: ['interface', 'model', 'schedule', 'answer', 'solve.ts'],
  parallel: ['interface', 'model', 'search', 'answer', 'solve.ts'],
  wide: ['interface', 'model', 'search', 'answer', 'solve.ts', 'parallel'],
  periods: ['interface', 'model', 'search', 'answer', 'solve.ts', 'parallel'],
  cli: ['interface', 'formats', 'solve.ts', 'parallel', 'wide', 'periods'],
  'index.ts': [
    'interface',
    'check',
    'areas',
    'driving',
    'energy',
    'hours',
    'play',
    'answer',
    'solve.ts',
    'reasons',
    'parallel',
    'wide',
    'periods',
  ],
}

/** One sentence for every import inside the solver that goes against the order of its rooms. Tests may import anything. */
export function listSolverBreaches(files: readonly RepositoryFile[]): string[] {
  const sources = files.filter((file) => isSource(file) && file.path.startsWith(ROOT) && !file.path.includes('.test.'))
  return sources.flatMap(listImports).flatMap(({ from, target, specifier }) => {
    if (target === undefined || !target.startsWith(ROOT)) return []
    const room = getRoom(from)
    const other = getRoom(target)
    if (room === other || MAY_IMPORT[room]?.includes(other)) return []
    return [`${from} imports ${specifier}: the solver's ${room} may not import ${other}`]
  })
}

/** One sentence for every room whose list names a room that does not come before it. */
export function listRoomsOutOfOrder(): string[] {
  const order = Object.keys(MAY_IMPORT)
  return Object.entries(MAY_IMPORT).flatMap(([room, allowed]) =>
    allowed
      .filter((other) => order.indexOf(other) < 0 || order.indexOf(other) >= order.indexOf(room))
      .map((other) => `${room} lists ${other}, which does not come before it`),
  )
}

function getRoom(path: string): string {
  const first = path.slice(ROOT.length).split('/')[0]!
  return [
    'problem.ts',
    'solution.ts',
    'matrix.ts',
    'spreads.ts',
    'battery.ts',
    'driving-rules.ts',
    'wide-problem.ts',
  ].includes(first)
    ? 'interface'
    : first
}
