// Files are stored whole or not at all, and only where they belong.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createFileStorage } from './storage.ts'

const directory = mkdtempSync(join(tmpdir(), 'routewright-storage-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))
const storage = createFileStorage(join(directory, 'files'))

test('a stored file is found again, byte for byte, until it is deleted', async () => {
  const bytes = Buffer.from([0, 255, 10, 13])
  await storage.putFile('images/65a0/picture.jpg', bytes)
  expect(await storage.findFile('images/65a0/picture.jpg')).toEqual(bytes)
  await storage.deleteFile('images/65a0/picture.jpg')
  expect(await storage.findFile('images/65a0/picture.jpg')).toBeUndefined()
  await storage.deleteFile('images/65a0/picture.jpg')
})

test('two writers of one key leave one whole file and no drafts', async () => {
  const contents = ['a', 'b', 'c'].map((letter) => Buffer.alloc(100_000, letter))
  await Promise.all(contents.map((bytes) => storage.putFile('shared/file', bytes)))
  const stored = await storage.findFile('shared/file')
  expect(contents.some((bytes) => bytes.equals(stored!))).toBe(true)
  expect(readdirSync(join(directory, 'files/shared'))).toEqual(['file'])
})

test.each(['../out', 'a/../../out', '/etc/passwd', 'a//b', '.hidden', 'A', 'a b', ''])('%j is no key', async (key) => {
  await expect(storage.putFile(key, Buffer.from('x'))).rejects.toThrow('Not a storage key')
  await expect(storage.findFile(key)).rejects.toThrow('Not a storage key')
})
