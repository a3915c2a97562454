// Finds the files that fail elsewhere. They lie outside the repository and may be absent.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const repositoryRoot = resolve(dirname(fileURLToPath(import.meta.url)), '../../..')
const sharedFolder = process.env.ROUTEWRIGHT_SHARED ?? resolve(repositoryRoot, '../shared')

/** Names and bytes of the files of a folder of inputs; none (with a loud line) where it is not on this machine. */
export function listSharedInputs(folder: string): { name: string; bytes: Buffer }[] {
  const path = resolve(sharedFolder, 'inputs', folder)
  if (!existsSync(path)) {
    console.warn(`SKIPPED: no inputs under ${path} (set ROUTEWRIGHT_SHARED)`)
    return []
  }
  return readdirSync(path).map((name) => ({ name, bytes: readFileSync(resolve(path, name)) }))
}
