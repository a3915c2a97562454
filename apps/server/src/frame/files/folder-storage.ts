// Keeps uploaded files in a folder: the default, for one node or several that share it.
import { constants } from 'node:fs'
import { access, mkdir, open, opendir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { isStorageKey, requireStorageKey, type Storage, StorageError } from './storage.ts'

export function createFolderStorage(directory: string): Storage {
  const getFile = (key: string) => join(directory, requireStorageKey(key))
  return {
    place: `the folder ${directory}`,
    async putFile(key, bytes) {
      const file = getFile(key)
      const made = await mkdir(dirname(file), { recursive: true })
      const draft = `${file}.${process.pid}.${process.hrtime.bigint()}.tmp`
      try {
        await writeDurably(draft, bytes)
        await rename(draft, file)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
      await syncFolders(dirname(file), made === undefined ? undefined : dirname(made))
    },
    async findFile(key) {
      return unlessMissing(readFile(getFile(key)))
    },
    async hasFile(key) {
      return (await unlessMissing(stat(getFile(key)))) !== undefined
    },
    async deleteFile(key) {
      await rm(getFile(key), { force: true })
    },
    listKeys: () => listKeys(directory),
    async check() {
      try {
        await mkdir(directory, { recursive: true })
        await access(directory, constants.R_OK | constants.W_OK)
      } catch (error) {
        throw new StorageError(`Files cannot be kept in ${directory}: ${(error as Error).message}`)
      }
    },
  }
}

async function writeDurably(file: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(file, 'w')
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** The names of a folder are on the disk only once the folder is told so; upwards as far as folders were made. */
async function syncFolders(folder: string, last = folder): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
  if (folder !== last && dirname(folder) !== folder) await syncFolders(dirname(folder), last)
}

async function unlessMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Drafts and foreign files are no keys, and left out. */
async function* listKeys(directory: string): AsyncIterable<string> {
  const folder = await unlessMissing(opendir(directory, { recursive: true }))
  if (!folder) return
  for await (const entry of folder) {
    if (!entry.isFile()) continue
    const key = relative(directory, join(entry.parentPath, entry.name)).split(sep).join('/')
    if (isStorageKey(key)) yield key
  }
}
