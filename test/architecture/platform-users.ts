// Whether platform/ of the server holds only what the whole server stands on: a file of it has three users at least.

import { placeInServer, SERVER } from './server-places.ts'
import { isSource, listImports, type RepositoryFile } from './source-files.ts'

const PLATFORM = `${SERVER}frame/platform/`
const FEWEST_USERS = 3
/** Files that assemble the process, which every room gets: whatever they name or open is used by all rooms. */
const MAKES_THE_PROCESS = new Set([`${PLATFORM}services.ts`, `${SERVER}process/open-services.ts`])

/** One sentence for each file of platform/ that has too few users and belongs into the room that uses it. */
export function listRarelyUsed(files: readonly RepositoryFile[]): string[] {
  const importers = new Map<string, Set<string>>()
  for (const file of files.filter(({ path, ...rest }) => path.startsWith(SERVER) && isSource({ path, ...rest }))) {
    if (file.path.endsWith('.test.ts')) continue
    for (const { target } of listImports(file)) {
      if (target) importers.set(target, (importers.get(target) ?? new Set()).add(file.path))
    }
  }
  const platform = files.filter(({ path }) => path.startsWith(PLATFORM) && !path.endsWith('.test.ts'))
  return platform.flatMap(({ path }) => {
    const users = listUsers(path, importers)
    if (users === 'all' || users.size >= FEWEST_USERS) return []
    const named = [...users].sort().join(' and ') || 'nobody'
    return [`${path} is used by ${named} only: it belongs there`]
  })
}

/** Rooms and files above them that need the file; one that another file of platform/ needs has the users of that one. */
function listUsers(
  path: string,
  importers: ReadonlyMap<string, ReadonlySet<string>>,
  seen = new Set<string>(),
): ReadonlySet<string> | 'all' {
  const users = new Set<string>()
  if (seen.has(path)) return users
  seen.add(path)
  for (const importer of importers.get(path) ?? []) {
    if (MAKES_THE_PROCESS.has(importer)) return 'all'
    if (!importer.startsWith(PLATFORM)) {
      users.add(placeInServer(importer)!.slice)
      continue
    }
    const through = listUsers(importer, importers, seen)
    if (through === 'all') return 'all'
    for (const user of through) users.add(user)
  }
  return users
}
