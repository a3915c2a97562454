// The order of rooms in the driver's application and on the recipient's page: a room imports earlier ones only.

import { posix } from 'node:path'
import { isSource, listImports, type RepositoryFile } from './source-files.ts'

/** Rooms from the ground up. Files outside the rooms (main.tsx, the service worker) may import all of them. */
export const PAGE_ROOMS: Record<string, readonly string[]> = {
  'apps/driver/src': ['store', 'outbox', 'position', 'parts', 'route', 'proof', 'scan', 'sign-in', 'screens', 'app'],
  'apps/tracking/src': ['words', 'view', 'widget', 'map', 'parts'],
}

/** One sentence for every import that leads upward, types included, and for every folder that has no place in the order. */
export function listRoomBreaches(files: readonly RepositoryFile[]): string[] {
  return Object.entries(PAGE_ROOMS).flatMap(([root, rooms]) =>
    files
      .filter((file) => file.path.startsWith(`${root}/`) && isSource(file) && !file.path.endsWith('.test.ts'))
      .flatMap((file) => listBreaches(file, root, rooms)),
  )
}

function listBreaches(file: RepositoryFile, root: string, rooms: readonly string[]): string[] {
  const from = findRoom(file.path, root)
  if (from === undefined) return []
  if (!rooms.includes(from)) return [`${file.path}: ${root}/${from} has no place in the order of rooms`]
  return listImports(file).flatMap(({ target, specifier }) => {
    if (target === undefined) return []
    const to = findRoom(target, root)
    const isEarlier = to !== undefined && rooms.indexOf(to) <= rooms.indexOf(from)
    return isEarlier ? [] : [`${file.path} imports ${specifier}: ${from} comes before ${to ?? 'the entry'}`]
  })
}

/** The folder below the root; undefined for a file that lies in the root itself. */
function findRoom(path: string, root: string): string | undefined {
  const [folder, ...rest] = posix.relative(root, path).split('/')
  return rest.length > 0 ? folder : undefined
}
