// Every place for files does the same: files are stored whole or not at all, found again, listed, and only where they belong.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listed, type ObjectStore, startObjectStore } from '../../../test/object-store.ts'
import { createFolderStorage } from './folder-storage.ts'
import { createS3Storage } from './s3-storage.ts'
import { type Storage, StorageError } from './storage.ts'
import { joinPlaces } from './two-places.ts'

const directory = mkdtempSync(join(tmpdir(), 'routewright-storage-'))
let store: ObjectStore
const places: Record<string, Storage> = {}
beforeAll(async () => {
  store = await startObjectStore()
  places.folder = createFolderStorage(join(directory, 'files'))
  places.bucket = createS3Storage(store.settings)
  const former = createFolderStorage(join(directory, 'former'))
  places.both = joinPlaces(createS3Storage({ ...store.settings, prefix: 'both/' }), former)
})
afterAll(async () => {
  await store.stop()
  rmSync(directory, { recursive: true, force: true })
})

describe.each(['folder', 'bucket', 'both'])('%s', (name) => {
  test('a stored file is found again, byte for byte, until it is deleted', async () => {
    const storage = places[name]!
    const bytes = Buffer.from([0, 255, 10, 13])
    await storage.check()
    await storage.putFile('images/65a0/picture-small.jpg', bytes)
    expect(await storage.findFile('images/65a0/picture-small.jpg')).toEqual(bytes)
    expect(await storage.hasFile('images/65a0/picture-small.jpg')).toBe(true)
    await storage.deleteFile('images/65a0/picture-small.jpg')
    expect(await storage.findFile('images/65a0/picture-small.jpg')).toBeUndefined()
    expect(await storage.hasFile('images/65a0/picture-small.jpg')).toBe(false)
    await storage.deleteFile('images/65a0/picture-small.jpg')
  })

  test('two writers of one key leave one whole file and no drafts', async () => {
    const storage = places[name]!
    const contents = ['a', 'b', 'c'].map((letter) => Buffer.alloc(100_000, letter))
    await Promise.all(contents.map((bytes) => storage.putFile('shared/file', bytes)))
    const stored = await storage.findFile('shared/file')
    expect(contents.some((bytes) => bytes.equals(stored!))).toBe(true)
    expect(await listed(storage)).toEqual(['shared/file'])
    await storage.deleteFile('shared/file')
  })

  test('all files are listed, more than one page of them, and an empty one too', async () => {
    const storage = places[name]!
    const keys = Array.from({ length: 1_050 }, (_, number) => `many/${number % 7}/${number}.jpg`).sort()
    for (let start = 0; start < keys.length; start += 50) {
      await Promise.all(keys.slice(start, start + 50).map((key) => storage.putFile(key, Buffer.from(key.slice(0, -4)))))
    }
    await storage.putFile('empty', Buffer.alloc(0))
    expect(await listed(storage)).toEqual(['empty', ...keys])
    expect(await storage.findFile('empty')).toEqual(Buffer.alloc(0))
  })

  test.each(['../out', 'a/../../out', '/etc/passwd', 'a//b', '.hidden', 'A', 'a b', ''])(
    '%j is no key',
    async (key) => {
      const storage = places[name]!
      await expect(storage.putFile(key, Buffer.from('x'))).rejects.toThrow('Not a storage key')
      await expect(storage.findFile(key)).rejects.toThrow('Not a storage key')
      await expect(storage.deleteFile(key)).rejects.toThrow('Not a storage key')
    },
  )
})

test('drafts of a writer that was killed are no files', async () => {
  const storage = createFolderStorage(join(directory, 'drafts'))
  await storage.putFile('a/file.jpg', Buffer.from('x'))
  writeFileSync(join(directory, 'drafts/a/file.jpg.123.456.tmp'), 'x')
  expect(readdirSync(join(directory, 'drafts/a'))).toHaveLength(2)
  expect(await listed(storage)).toEqual(['a/file.jpg'])
})

test('a file in the former place is found, and a new one goes to the new place only', async () => {
  const [place, former] = [createFolderStorage(join(directory, 'new')), createFolderStorage(join(directory, 'old'))]
  const both = joinPlaces(place, former)
  await former.putFile('a', Buffer.from('before'))
  await both.putFile('b', Buffer.from('after'))
  expect(String(await both.findFile('a'))).toBe('before')
  expect(await listed(both)).toEqual(['a', 'b'])
  expect(await listed(place)).toEqual(['b'])
  await both.deleteFile('a')
  expect(await listed(former)).toEqual([])
})

describe('a bucket that cannot be used is told in words', () => {
  const wrong = async (change: object) => {
    const checked = createS3Storage({ ...store.settings, ...change }).check()
    await expect(checked).rejects.toBeInstanceOf(StorageError)
    return checked.catch((error: Error) => error.message)
  }
  test('a bucket that is not there', async () => {
    expect(await wrong({ bucket: 'no-such-bucket' })).toMatch(/no-such-bucket at .* is not there\. .*S3_BUCKET/)
  })
  test('a wrong secret', async () => {
    const message = await wrong({ secretKey: 'wrong-secret' })
    expect(message).toMatch(/refuses the key .*S3_SECRET_KEY/)
    expect(message).not.toContain('wrong-secret')
  })
  test('nobody who answers', async () => {
    const gone = await startObjectStore()
    await gone.stop()
    expect(await wrong({ endpoint: gone.settings.endpoint })).toMatch(
      /does not answer \(ECONNREFUSED\)\. .*S3_ENDPOINT/,
    )
  })
  test('a storage that is away for a moment is asked again', async () => {
    const storage = createS3Storage(store.settings)
    store.setAway(true)
    const asked = storage.putFile('away', Buffer.from('x'))
    setTimeout(() => store.setAway(false), 100)
    await asked
    expect(String(await storage.findFile('away'))).toBe('x')
  })
  test('a file that cannot be fetched is an error, not a file that is missing', async () => {
    const storage = createS3Storage({ ...store.settings, secretKey: 'wrong-secret' })
    await expect(storage.findFile('a')).rejects.toThrow('403')
    await expect(storage.hasFile('a')).rejects.toThrow('403')
    await expect(storage.putFile('a', Buffer.from('x'))).rejects.toThrow('403')
    await expect(storage.deleteFile('a')).rejects.toThrow('403')
  })
})
