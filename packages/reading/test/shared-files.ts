// Finds files on which other programs fail. They are outside the repository and may be absent.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const repositoryRoot = resolve(dirname(fileURLToPath(import.meta.url)), '../../..')
const sharedFolder = process.env.ROUTEWRIGHT_SHARED ?? resolve(repositoryRoot, '../shared')

/** Names and contents of the files in a folder of inputs; empty (with a warning) when it is not on this machine. */
export function listSharedInputs(folder: string): { name: string; bytes: Buffer }[] {
  const path = resolve(sharedFolder, 'inputs', folder)
  if (!existsSync(path)) {
    console.warn(`SKIPPED: no inputs under ${path} (set ROUTEWRIGHT_SHARED)`)
    return []
  }
  return readdirSync(path).map((name) => ({ name, bytes: readFileSync(resolve(path, name)) }))
}
