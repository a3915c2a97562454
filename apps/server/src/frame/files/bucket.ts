// A bucket of an object storage that speaks the S3 interface: how it is reached, tried again, listed and looked at.
import { setTimeout as wait } from 'node:timers/promises'
import { S3mini, S3NetworkError, S3ServiceError } from 's3mini'
import type { S3Settings } from '../platform/config.ts'
import { StorageError } from './storage.ts'

const requestMilliseconds = 30_000
/** Waits before the second, third and fourth try. */
const retryMilliseconds = [200, 1_000, 3_000]

/** Returns a client of the bucket; nothing is asked yet. */
export function openBucket(settings: S3Settings): S3mini {
  return new S3mini({
    endpoint: bucketAddress(settings),
    region: settings.region,
    accessKeyId: settings.accessKey,
    secretAccessKey: settings.secretKey,
    requestAbortTimeout: requestMilliseconds,
  })
}

/** Returns how people are told of the bucket. */
export function nameBucket({ bucket, endpoint }: S3Settings): string {
  return `the bucket ${bucket} at ${endpoint}`
}

/** The address of the bucket: `https://host/bucket` or `https://bucket.host`. */
function bucketAddress({ endpoint, bucket, pathStyle }: S3Settings): string {
  if (pathStyle) return `${endpoint.replace(/\/+$/, '')}/${bucket}`
  const address = new URL(endpoint)
  address.hostname = `${bucket}.${address.hostname}`
  return address.href
}

/** Tries again what may go through next time. Every request may be repeated: each says what shall be, not what to add. */
export async function repeated<T>(request: () => Promise<T>): Promise<T> {
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

/** Lists the names below the prefix, without it, in the order of the bucket. */
export async function* listNames(client: S3mini, prefix: string): AsyncIterable<string> {
  let token: string | undefined
  do {
    const page = await repeated(() => client.listObjectsPaged('/', prefix, keysPerPage, token))
    for (const { Key } of page?.objects ?? []) yield Key.slice(prefix.length)
    token = page?.nextContinuationToken
  } while (token)
}

/**
 * Asks for one name below the prefix: that needs the bucket and a key that may read it. Throws StorageError, which names the settings
 * that begin with `named`.
 */
export async function checkBucket(client: S3mini, settings: S3Settings, named: 'S3' | 'BACKUP_S3'): Promise<void> {
  const { bucket, endpoint } = settings
  const problem = (why: string, mend: string) =>
    new StorageError(`The bucket ${bucket} at ${endpoint} ${why}. ${mend.replaceAll('S3_', `${named}_`)}`)
  try {
    const page = await client.listObjectsPaged('/', settings.prefix, 1)
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
