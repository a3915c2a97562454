// The order of the server's rooms: each imports only what stands below it, and nobody but the process imports an annex.

import { isHandedAround, placeInServer, ROOMS, type ServerPlace } from './server-places.ts'
import { type ImportOf, isSource, listImports, type RepositoryFile } from './source-files.ts'

/** Annexes that need another one, which they ask through its face. */
export const NEEDS: Record<string, readonly string[]> = {
  analytics: ['exports'],
  checkouts: ['slots'],
  demo: ['learning'],
  explanations: ['learning'],
  payments: ['exports'],
  privacy: ['exports', 'intake', 'learning', 'sandbox'],
  slots: ['learning', 'recurring'],
  today: ['analytics'],
  weeks: ['recurring', 'slots'],
  'what-if': ['explanations', 'learning'],
}

/**
 * Imports that are still to be cut, by how many there are: none may be added, and a number is lowered when one is gone. Types that
 * `services.ts` and `scope.ts` hand around are no part of it.
 */
export const BARS = { intoAnnexes: 0, upward: 2 }

export interface RoomBreaches {
  /** Imports from rooms other than the process into an annex. */
  intoAnnexes: string[]
  /** Imports from an annex into another that it does not need. */
  betweenAnnexes: string[]
  /** Imports from a lower room into a higher one. */
  upward: string[]
}

/** One line for every import of the server that the order of rooms forbids. */
export function listRoomBreaches(files: readonly RepositoryFile[]): RoomBreaches {
  const breaches: RoomBreaches = { intoAnnexes: [], betweenAnnexes: [], upward: [] }
  for (const file of files) {
    const from = placeInServer(file.path)
    if (!from || !isSource(file) || from.layer === 'test') continue
    for (const entry of listImports(file)) {
      const to = entry.target === undefined ? undefined : placeInServer(entry.target)
      const kind = to && findKind(from, to, entry)
      if (kind) breaches[kind].push(`${from.slice}/${from.file} imports ${to.slice}/${to.file}`)
    }
  }
  return breaches
}

function findKind(from: ServerPlace, to: ServerPlace, entry: ImportOf): keyof RoomBreaches | undefined {
  if (from.room === to.room && from.room !== 'annexes') return undefined
  if (isHandedAround(from, entry)) return undefined
  if (to.room !== 'annexes') return computeRank(to) > computeRank(from) ? 'upward' : undefined
  if (from.room !== 'annexes') return from.room === 'process' ? undefined : 'intoAnnexes'
  const [own, other] = [getAnnex(from), getAnnex(to)]
  // The definition of an annex (annexes.ts) is no annex itself.
  return other === '' || own === other || NEEDS[own]?.includes(other) ? undefined : 'betweenAnnexes'
}

function computeRank({ room }: ServerPlace): number {
  return ROOMS.indexOf(room as (typeof ROOMS)[number])
}

/** `slots` for `annexes/slots/insertion`. */
function getAnnex({ slice }: ServerPlace): string {
  return slice.split('/')[1] ?? ''
}

/** Needs that lead back to where they begin, and those that no import uses. */
export function listBrokenNeeds(files: readonly RepositoryFile[], needs = NEEDS): string[] {
  const used = new Set<string>()
  for (const file of files) {
    const from = placeInServer(file.path)
    if (from?.room !== 'annexes' || !isSource(file) || from.layer === 'test') continue
    for (const { target } of listImports(file)) {
      const to = target === undefined ? undefined : placeInServer(target)
      if (to?.room === 'annexes' && getAnnex(to) !== '') used.add(`${getAnnex(from)} needs ${getAnnex(to)}`)
    }
  }
  const stated = Object.entries(needs).flatMap(([own, others]) => others.map((other) => `${own} needs ${other}`))
  return [
    ...stated.filter((need) => !used.has(need)).map((need) => `${need} by the list, and imports nothing of it`),
    ...Object.keys(needs)
      .filter((annex) => leadsTo(annex, annex, needs))
      .map((annex) => `${annex} needs itself through others`),
  ]
}

function leadsTo(
  from: string,
  wanted: string,
  needs: Record<string, readonly string[]>,
  seen = new Set<string>(),
): boolean {
  if (seen.has(from)) return false
  seen.add(from)
  return (needs[from] ?? []).some((other) => other === wanted || leadsTo(other, wanted, needs, seen))
}

const CONTRACT = 'packages/contract/src/'
/** Lists all operations, and all that other packages may import. */
const LISTS_OF_CONTRACT = new Set(['index.ts', 'all-endpoints.ts'])

/** One line for every import of the contract into an annex, from its core or from an annex that does not need it. */
export function listContractBreaches(files: readonly RepositoryFile[]): string[] {
  const own = files.filter((file) => file.path.startsWith(CONTRACT) && isSource(file) && !file.path.includes('.test.'))
  return own.flatMap((file) => {
    const from = file.path.slice(CONTRACT.length)
    if (LISTS_OF_CONTRACT.has(from)) return []
    return listImports(file).flatMap(({ target = '' }) => {
      const to = annexOfContract(target)
      const annex = annexOfContract(file.path)
      if (!to || to === annex || (annex && NEEDS[annex]?.includes(to))) return []
      return [`${from} imports ${target.slice(CONTRACT.length)}`]
    })
  })
}

function annexOfContract(path: string): string | undefined {
  const [room, annex] = path.startsWith(CONTRACT) ? path.slice(CONTRACT.length).split('/') : []
  return room === 'annexes' ? annex : undefined
}
