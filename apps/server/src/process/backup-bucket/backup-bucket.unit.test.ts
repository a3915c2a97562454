// Backups in a bucket: whole or refused, whatever the network does meanwhile.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ObjectStore, startObjectStore } from '../../../test/object-store.ts'
import { openBackupBucket } from './backup-bucket.ts'

let store: ObjectStore
const folder = mkdtempSync(join(tmpdir(), 'routewright-bucket-'))
beforeAll(async () => {
  store = await startObjectStore()
})
afterAll(async () => {
  await store.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** A file of so many bytes, no two pieces of which are the same. */
function writeFile(name: string, size: number): string {
  const file = join(folder, name)
  writeFileSync(file, Buffer.from(Uint32Array.from({ length: size / 4 }, (_, at) => at * 2_654_435_761).buffer))
  return file
}

test('a large backup goes in parts, and comes back byte for byte', async () => {
  const bucket = openBackupBucket(store.settings)
  const file = writeFile('routewright-2026-03-02T033000Z.backup', 20_000_000)
  await bucket.send(file)
  expect(await bucket.list()).toEqual(['routewright-2026-03-02T033000Z.backup'])
  const back = join(folder, 'back')
  await bucket.bring('routewright-2026-03-02T033000Z.backup', back)
  expect(readFileSync(back).equals(readFileSync(file))).toBe(true)
})

test('requests that fail are made again', async () => {
  const bucket = openBackupBucket(store.settings)
  const file = writeFile('again.backup', 9_000_000)
  store.failNext(2)
  await bucket.send(file)
  store.failNext(2)
  const back = join(folder, 'again-back')
  await bucket.bring('again.backup', back)
  expect(readFileSync(back).equals(readFileSync(file))).toBe(true)
  await bucket.delete('again.backup')
})

test('where other bytes come back than were sent, the backup is refused and taken away', async () => {
  const bucket = openBackupBucket(store.settings)
  const file = writeFile('changed.backup', 4_000)
  store.spoil(`${store.settings.prefix}changed.backup`)
  await expect(bucket.send(file)).rejects.toThrow(/^Other bytes came back from the bucket .* than were sent/)
  expect(await bucket.list()).not.toContain('changed.backup')
})

test('a name that is not there is told with the newest that are, other files left out', async () => {
  const bucket = openBackupBucket(store.settings)
  await bucket.send(writeFile('notes.txt', 8))
  await expect(bucket.bring('nothing.backup', join(folder, 'none'))).rejects.toThrow(
    /^There is no backup nothing\.backup in the bucket .*\. The newest there: routewright-2026-03-02T033000Z\.backup\.$/,
  )
  await expect(bucket.bring('', join(folder, 'none'))).rejects.toThrow(/^Name one of the bucket /)
})

test('what is wrong with a bucket is told by the settings of backups', async () => {
  const { settings } = store
  await expect(openBackupBucket({ ...settings, secretKey: 'other' }).check()).rejects.toThrow(
    'Look at BACKUP_S3_ACCESS_KEY, BACKUP_S3_SECRET_KEY and BACKUP_S3_REGION',
  )
  await expect(openBackupBucket({ ...settings, bucket: 'nowhere' }).check()).rejects.toThrow('BACKUP_S3_BUCKET')
})
