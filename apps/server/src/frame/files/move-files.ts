// Moves all files from one place to another while they are read, written and deleted.
import { computeChecksum } from '../platform/checksum.ts'
import { type Storage, StorageError } from './storage.ts'

export interface Moved {
  /** Files that are now in the new place only. */
  files: number
  bytes: number
  /** Number of them that an interrupted move had already copied. */
  foundThere: number
}

const inParallel = 4

/**
 * Copies each file, reads the copy back, and only then deletes the original; so a move that is killed goes on where it was when it
 * is begun again, and every file is whole in one of the places at any moment. What is deleted meanwhile does not come back. One move
 * at a time: two of the same files could each take the other's deletion for somebody else's. Throws StorageError when the copy of a
 * file cannot be trusted; the original then stays.
 */
export async function moveFiles(from: Storage, to: Storage, tell: (moved: Readonly<Moved>) => void): Promise<Moved> {
  const moved: Moved = { files: 0, bytes: 0, foundThere: 0 }
  const keys = from.listKeys()[Symbol.asyncIterator]()
  const work = async () => {
    for (let next = await keys.next(); !next.done; next = await keys.next()) {
      const one = await moveFile(from, to, next.value)
      if (!one) continue
      moved.files += 1
      moved.bytes += one.bytes
      if (one.wasThere) moved.foundThere += 1
      tell(moved)
    }
  }
  await Promise.all(Array.from({ length: inParallel }, work))
  return moved
}

/** Undefined when the file was deleted meanwhile. */
async function moveFile(
  from: Storage,
  to: Storage,
  key: string,
): Promise<{ bytes: number; wasThere: boolean } | undefined> {
  const bytes = await from.findFile(key)
  if (!bytes) return undefined
  const checksum = computeChecksum(bytes)
  const before = await to.findFile(key)
  const wasThere = before !== undefined && computeChecksum(before) === checksum
  if (!wasThere) {
    if (before) throw new StorageError(`${key} has other bytes in ${to.place} than in ${from.place}; look at both.`)
    await to.putFile(key, bytes)
    const copy = await to.findFile(key)
    // Deleted in both places meanwhile, or not kept as it was sent: the original tells which.
    if ((!copy || computeChecksum(copy) !== checksum) && (await from.hasFile(key))) {
      throw new StorageError(`${to.place} does not give ${key} back as it was sent.`)
    }
  }
  if (!(await from.hasFile(key))) {
    await to.deleteFile(key)
    return undefined
  }
  await from.deleteFile(key)
  return { bytes: bytes.length, wasThere }
}
