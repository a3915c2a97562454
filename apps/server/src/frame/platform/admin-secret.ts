// The secret by which the command line proves to a running server that it may read its data directory.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSecret } from './ids.ts'

const fileName = 'admin-secret'

/** Reads the secret, or makes it on the first start; the file is readable by its owner only. */
export function openAdminSecret(dataDirectory: string): string {
  const found = findAdminSecret(dataDirectory)
  if (found) return found
  mkdirSync(dataDirectory, { recursive: true })
  const secret = createSecret('rw_admin_', 43)
  try {
    writeFileSync(join(dataDirectory, fileName), `${secret}\n`, { mode: 0o600, flag: 'wx' })
    return secret
  } catch (error) {
    // Another process of the same machine was faster.
    const theirs = findAdminSecret(dataDirectory)
    if (theirs) return theirs
    throw error
  }
}

/** For the command line: undefined where no server has been started yet. */
export function findAdminSecret(dataDirectory: string): string | undefined {
  try {
    return readFileSync(join(dataDirectory, fileName), 'utf8').trim() || undefined
  } catch {
    return undefined
  }
}
