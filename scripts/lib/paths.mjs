// Where things stand in this repository, for the scripts that start and check it.

import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository's root folder, absolute. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')

/** Folder with the optional shared data (benchmarks, map extracts); it may not exist. */
export const SHARED = resolve(ROOT, process.env.ROUTEWRIGHT_SHARED ?? '../shared')

/** The program of the command `routewright`. */
export const ROUTEWRIGHT_BIN = join(ROOT, 'apps/server/bin/routewright.mjs')

/** Every workspace folder, as paths relative to the root. */
export function listWorkspaces() {
  return ['packages', 'apps'].flatMap((group) => {
    const folder = join(ROOT, group)
    if (!existsSync(folder)) return []
    return readdirSync(folder)
      .sort()
      .map((name) => `${group}/${name}`)
      .filter((path) => existsSync(join(ROOT, path, 'package.json')))
  })
}
