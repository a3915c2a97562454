// The annexes of the planner: the core imports none, the entry mounts them by one list, and one annex imports another only by need.

import { isSource, listImports, type RepositoryFile } from './source-files.ts'

const SOURCES = 'apps/planner/src/'
/** The list of annexes, one line each. */
const LIST = 'annexes.ts'
const ENTRY = 'main.tsx'

/** Annexes that need another one, with the files of it that they may import. */
export const NEEDS: Record<string, readonly string[]> = {
  weeks: ['annexes/slots/slot-question.ts'],
}

/** Imports from the core into annexes that are still to be cut. None may be added. */
export const BAR = 0

export interface AnnexBreaches {
  /** Imports of the core from an annex or the list of them. */
  intoAnnexes: string[]
  /** Imports of an annex from another that it does not need, or of which it needs another file. */
  betweenAnnexes: string[]
  /** Needs that no import uses, and folders that the list does not mount. */
  lists: string[]
}

export function listAnnexBreaches(files: readonly RepositoryFile[], needs = NEEDS): AnnexBreaches {
  const breaches: AnnexBreaches = { intoAnnexes: [], betweenAnnexes: [], lists: [] }
  const sources = files.filter((file) => isSource(file) && file.path.startsWith(SOURCES) && !isTest(file.path))
  const used = new Set<string>()
  const mounted = new Set<string>()
  for (const { from, target } of sources.flatMap(listImports)) {
    if (!target?.startsWith(SOURCES)) continue
    const [path, imported] = [from.slice(SOURCES.length), target.slice(SOURCES.length)]
    const [own, other] = [findAnnex(path), findAnnex(imported)]
    if (path === LIST && imported === `annexes/${other}/index.tsx`) mounted.add(other!)
    else if (imported === LIST ? path === ENTRY : other === undefined || own === other) continue
    else if (own === undefined) breaches.intoAnnexes.push(`${path} imports ${imported}`)
    else if (needs[own]?.includes(imported)) used.add(`${own} ${imported}`)
    else breaches.betweenAnnexes.push(`${path} imports ${imported}`)
  }
  for (const [own, faces] of Object.entries(needs)) {
    for (const face of faces) if (!used.has(`${own} ${face}`)) breaches.lists.push(`${own} does not import ${face}`)
  }
  const folders = new Set(sources.flatMap(({ path }) => findAnnex(path.slice(SOURCES.length)) ?? []))
  for (const name of folders) if (!mounted.has(name)) breaches.lists.push(`${LIST} does not mount ${name}`)
  return breaches
}

function isTest(path: string): boolean {
  return path.includes('.test.')
}

/** `slots` for `annexes/slots/index.tsx`; undefined for the core. */
function findAnnex(path: string): string | undefined {
  return /^annexes\/([^/]+)\//.exec(path)?.[1]
}
