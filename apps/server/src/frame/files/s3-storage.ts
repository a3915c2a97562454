// Keeps uploaded files in a bucket of an object storage that speaks the S3 interface: for several nodes without a shared folder.
import { createHash } from 'node:crypto'
import type { S3Settings } from '../platform/config.ts'
import { checkBucket, listNames, nameBucket, openBucket, repeated } from './bucket.ts'
import { isStorageKey, requireStorageKey, type Storage } from './storage.ts'

export function createS3Storage(settings: S3Settings): Storage {
  const client = openBucket(settings)
  const getName = (key: string) => settings.prefix + requireStorageKey(key)
  return {
    place: nameBucket(settings),
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
    async *listKeys() {
      for await (const name of listNames(client, settings.prefix)) if (isStorageKey(name)) yield name
    },
    check: () => checkBucket(client, settings, 'S3'),
  }
}
