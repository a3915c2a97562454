// Backups in a bucket of an object storage: sent there, listed, brought back, in pieces that are tried again one by one.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, openAsBlob, rmSync } from 'node:fs'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { checkBucket, listNames, nameBucket, openBucket, repeated } from '../../frame/files/bucket.ts'
import { StorageError } from '../../frame/files/storage.ts'
import type { S3Settings } from '../../frame/platform/config.ts'

/** Stands before a name on the command line that means the bucket. */
export const IN_BUCKET = 'bucket:'

const PIECE_BYTES = 8 * 1024 * 1024
const NAMES_SHOWN = 5

type Client = ReturnType<typeof openBucket>

export interface BackupBucket {
  /** How people are told of it. */
  readonly place: string
  /** Throws StorageError, which says what to mend. */
  check(): Promise<void>
  /** Sends a file under its own name, and reads it there once more. Throws StorageError where other bytes come back. */
  send(file: string): Promise<void>
  /** Names of backups, in the order of the bucket. */
  list(): Promise<string[]>
  /** Writes a backup into a file. Throws StorageError where there is none of this name. */
  bring(name: string, file: string): Promise<void>
  delete(name: string): Promise<void>
}

export function openBackupBucket(settings: S3Settings): BackupBucket {
  const client = openBucket(settings)
  const place = nameBucket(settings)
  const { prefix } = settings

  async function* read(name: string, size: number): AsyncGenerator<Uint8Array> {
    for (let from = 0; from < size; from += PIECE_BYTES) {
      const to = Math.min(size, from + PIECE_BYTES)
      yield await repeated(async () => (await client.getObjectRaw(prefix + name, false, from, to)).bytes())
    }
  }
  const measure = (name: string) => repeated(() => client.getContentLength(prefix + name))
  const list = async () => {
    const names: string[] = []
    for await (const name of listNames(client, prefix)) if (name.endsWith('.backup')) names.push(name)
    return names
  }
  const remove = (name: string) => repeated(() => client.deleteObject(prefix + name))
  return {
    place,
    check: () => checkBucket(client, settings, 'BACKUP_S3'),
    async send(file) {
      const name = basename(file)
      await sendPieces(client, prefix + name, await openAsBlob(file))
      const [own, kept] = [await digest(createReadStream(file)), await digest(read(name, await measure(name)))]
      if (own === kept) return
      await remove(name)
      throw new StorageError(`Other bytes came back from ${place} than were sent. The file ${file} is whole.`)
    },
    list,
    async bring(name, file) {
      const names = await list()
      if (!names.includes(name)) throw new StorageError(tellNames(place, name, names))
      try {
        await pipeline(Readable.from(read(name, await measure(name))), createWriteStream(file, { mode: 0o600 }))
      } catch (error) {
        rmSync(file, { force: true })
        throw error
      }
    },
    async delete(name) {
      await remove(name)
    },
  }
}

/** In parts, which appear together when the last is there; those of one that failed are given up. */
async function sendPieces(client: Client, name: string, bytes: Blob): Promise<void> {
  if (bytes.size <= PIECE_BYTES) {
    const whole = await bytes.bytes()
    await repeated(() => client.putObject(name, whole))
    return
  }
  const uploadId = await repeated(() => client.getMultipartUploadId(name))
  try {
    const parts: Awaited<ReturnType<Client['uploadPart']>>[] = []
    for (let from = 0; from < bytes.size; from += PIECE_BYTES) {
      const piece = await bytes.slice(from, from + PIECE_BYTES).bytes()
      parts.push(await repeated(() => client.uploadPart(name, uploadId, piece, parts.length + 1)))
    }
    await repeated(() => client.completeMultipartUpload(name, uploadId, parts))
  } catch (error) {
    // The first error is the one to tell.
    await client.abortMultipartUpload(name, uploadId).catch(() => {})
    throw error
  }
}

async function digest(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of bytes) hash.update(piece)
  return hash.digest('hex')
}

function tellNames(place: string, name: string, names: readonly string[]): string {
  const newest = names.toSorted().toReversed().slice(0, NAMES_SHOWN)
  const there = newest.length > 0 ? `The newest there: ${newest.join(', ')}.` : 'There is none yet.'
  return name === '' ? `Name one of ${place}. ${there}` : `There is no backup ${name} in ${place}. ${there}`
}
