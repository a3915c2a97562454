// Keeps uploaded files in a bucket of an object storage that speaks the S3 interface: for several nodes without a shared folder.
import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { S3mini, S3NetworkError, S3ServiceError } from 's3mini'
import type { S3Settings } from '../platform/config.ts'
import { isStorageKey, requireStorageKey, type Storage, StorageError } from './storage.ts'

const requestMilliseconds = 30_000
/** Waits before the second, third and fourth try. */
const retryMilliseconds = [200, 1_000, 3_000]

export function createS3Storage(settings: S3Settings): Storage {
  const client = new S3mini({
    endpoint: bucketAddress(settings),
    region: settings.region,
    accessKeyId: settings.accessKey,
    secretAccessKey: settings.secretKey,
    requestAbortTimeout: requestMilliseconds,
  })
  const getName = (key: string) => settings.prefix + requireStorageKey(key)
  return {
    place: `the bucket ${settings.bucket} at ${settings.endpoint}`,
    async putFile(key, bytes) {
      const name = getName(key)
      // The storage refuses bytes that changed on the way.
      const checksum = createHash('sha256').update(bytes).digest('base64')
      await repeated(() => client.putObject(name, bytes, undefined, undefined, { 'x-amz-checksum-sha256': checksum }))
    },
    async findFile(key) {
      const name = getName(key)
      const bytes = await repeated(() => client.getObjectArrayBuffer(name))
      return bytes === null ? undefined : Buffer.from(bytes)
    },
    async hasFile(key) {
      const name = getName(key)
      return (await repeated(() => client.objectExists(name))) === true
    },
    async deleteFile(key) {
      const name = getName(key)
      await repeated(() => client.deleteObject(name))
    },
    listKeys: () => listKeys(client, settings.prefix),
    check: () => check(client, settings),
  }
}

/** The address of the bucket: `https://host/bucket` or `https://bucket.host`. */
function bucketAddress({ endpoint, bucket, pathStyle }: S3Settings): string {
  if (pathStyle) return `${endpoint.replace(/\/+$/, '')}/${bucket}`
  const address = new URL(endpoint)
  address.hostname = `${bucket}.${address.hostname}`
  return address.href
}

/** Tries again what may go through next time. Every request may be repeated: each says what shall be, not what to add. */
async function repeated<T>(request: () => Promise<T>): Promise<T> {
  for (const milliseconds of retryMilliseconds) {
    try {
      return await request()
    } catch (error) {
      if (!isPassing(error)) throw error
      await wait(milliseconds)
    }
  }
  return request()
}

function isPassing(error: unknown): boolean {
  if (error instanceof S3ServiceError) return error.status >= 500 || error.status === 429
  if (error instanceof S3NetworkError) return true
  // Errors of fetch for a broken connection, and for a timeout.
  const { name } = error as Error
  return name === 'TimeoutError' || name === 'AbortError' || error instanceof TypeError
}

const keysPerPage = 1_000

async function* listKeys(client: S3mini, prefix: string): AsyncIterable<string> {
  let token: string | undefined
  do {
    const page = await repeated(() => client.listObjectsPaged('/', prefix, keysPerPage, token))
    for (const { Key } of page?.objects ?? []) {
      const key = Key.slice(prefix.length)
      if (isStorageKey(key)) yield key
    }
    token = page?.nextContinuationToken
  } while (token)
}

/** Asks for one name below the prefix: that needs the bucket and a key that may read it. */
async function check(client: S3mini, { bucket, endpoint, prefix }: S3Settings): Promise<void> {
  const problem = (why: string, mend: string) => new StorageError(`The bucket ${bucket} at ${endpoint} ${why}. ${mend}`)
  try {
    const page = await client.listObjectsPaged('/', prefix, 1)
    if (page) return
  } catch (error) {
    if (!(error instanceof S3ServiceError)) {
      throw problem(`does not answer (${networkReason(error)})`, 'Look at S3_ENDPOINT and the network.')
    }
    if (error.status === 401 || error.status === 403) {
      throw problem(
        `refuses the key (${error.serviceCode ?? error.status})`,
        'Look at S3_ACCESS_KEY, S3_SECRET_KEY and S3_REGION; the key must be allowed to list the bucket, and to read, write and delete in it.',
      )
    }
    throw problem(`answers with status ${error.status}`, 'Look at S3_ENDPOINT, S3_REGION and S3_PATH_STYLE.')
  }
  throw problem('is not there', 'Make it, or look at S3_BUCKET and S3_PATH_STYLE.')
}

function networkReason(error: unknown): string {
  const { message, code, cause } = error as Error & { code?: string }
  return code ?? (cause as { code?: string } | undefined)?.code ?? message
}
