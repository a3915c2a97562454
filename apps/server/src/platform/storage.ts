// Keeps uploaded images as files below the data directory.
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export interface Storage {
  /** Stores the bytes durably under the key, replacing what was there. */
  putFile(key: string, bytes: Uint8Array): Promise<void>
  /** The bytes, or undefined when nothing is stored under the key. */
  findFile(key: string): Promise<Buffer | undefined>
  deleteFile(key: string): Promise<void>
}

/** Keys are made by the server, of letters, digits and dashes in slash-separated parts; others are refused. */
const keyPattern = /^[a-z0-9][a-z0-9_-]*(\/[a-z0-9][a-z0-9_-]*)*(\.[a-z0-9]+)?$/

export function createFileStorage(directory: string): Storage {
  const place = (key: string) => {
    if (!keyPattern.test(key)) throw new Error(`Not a storage key: ${key}`)
    return join(directory, key)
  }
  return {
    async putFile(key, bytes) {
      const file = place(key)
      await mkdir(dirname(file), { recursive: true })
      const draft = `${file}.${process.pid}.${process.hrtime.bigint()}.tmp`
      try {
        const handle = await open(draft, 'w')
        try {
          await handle.writeFile(bytes)
          await handle.sync()
        } finally {
          await handle.close()
        }
        await rename(draft, file)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },
    async findFile(key) {
      try {
        return await readFile(place(key))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      }
    },
    async deleteFile(key) {
      await rm(place(key), { force: true })
    },
  }
}
