// Makes a copy of the checkout in which faults are planted: the user's own files are never touched.

import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'

const NOT_COPIED = new Set(['node_modules', '.git', 'tmp', 'data', '.routewright', 'coverage'])

/**
 * Copies everything but data, and links the installed packages: each for itself, because those of the workspaces have to be the copy's. Returns
 * its folder.
 */
export function makeScratch(root: string): string {
  const scratch = mkdtempSync(join(tmpdir(), 'routewright-mutants-'))
  cpSync(root, scratch, {
    recursive: true,
    filter: (path) => {
      const parts = relative(root, path).split(sep)
      return !NOT_COPIED.has(parts[0]!) && parts.at(-1) !== 'node_modules'
    },
  })
  linkPackages(root, scratch)
  for (const group of ['apps', 'packages'])
    for (const name of readdirSync(join(root, group))) linkPackages(join(root, group, name), join(scratch, group, name))
  return scratch
}

export function removeScratch(scratch: string): void {
  // Processes that were killed a moment ago may still write into it.
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
}

function linkPackages(from: string, to: string): void {
  const installed = join(from, 'node_modules')
  if (!existsSync(installed)) return
  mkdirSync(join(to, 'node_modules'), { recursive: true })
  for (const name of readdirSync(installed)) {
    // A cache of its own; what it holds is named by paths.
    if (name === '.cache' || name.startsWith('.vite')) continue
    if (name === '@routewright') linkWorkspaces(join(installed, name), join(to, 'node_modules', name))
    else symlinkSync(join(installed, name), join(to, 'node_modules', name))
  }
}

/** Copies the links as they are: relative, so that they lead to the copy. */
function linkWorkspaces(from: string, to: string): void {
  cpSync(from, to, { recursive: true, verbatimSymlinks: true })
}
