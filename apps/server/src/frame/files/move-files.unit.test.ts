// Moving loses no file: neither when it is killed, nor with concurrent readers, writers and deleters.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listed, type ObjectStore, startObjectStore } from '../../../test/object-store.ts'
import { runCommand, startCommand } from '../../../test/processes.ts'
import { moveFiles } from './move-files.ts'
import { openPlace, openStorage } from './open-storage.ts'
import type { Storage } from './storage.ts'

let store: ObjectStore
let directory: string
let folder: Storage
let bucket: Storage
beforeAll(async () => {
  store = await startObjectStore()
})
afterAll(() => store.stop())
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'routewright-move-'))
  const config = { dataDirectory: directory, fileStorage: 's3' as const, s3: store.settings }
  folder = openPlace(config, 'folder')
  bucket = openPlace(config, 's3')
})
afterEach(async () => {
  for await (const key of bucket.listKeys()) await bucket.deleteFile(key)
  rmSync(directory, { recursive: true, force: true })
})

const getContent = (key: string) => Buffer.from(`${key} `.repeat(2_000))

async function fill(storage: Storage, count: number): Promise<string[]> {
  const keys = Array.from({ length: count }, (_, number) => `reports/${number % 5}/${number}.jpg`).sort()
  await Promise.all(keys.map((key) => storage.putFile(key, getContent(key))))
  return keys
}

describe('moveFiles', () => {
  test('brings all files over, and they are nowhere else; what was copied before is not sent again', async () => {
    const keys = await fill(folder, 20)
    await bucket.putFile(keys[0]!, getContent(keys[0]!))
    const moved = await moveFiles(folder, bucket, () => {})
    expect(moved).toMatchObject({ files: 20, foundThere: 1 })
    expect(await listed(folder)).toEqual([])
    expect(await listed(bucket)).toEqual(keys)
    for (const key of keys) expect(await bucket.findFile(key)).toEqual(getContent(key))
  })

  test('keeps the original of a file that the new place does not give back as it was sent', async () => {
    const [key] = await fill(folder, 1)
    const broken: Storage = { ...bucket, putFile: (name) => bucket.putFile(name, Buffer.from('half')) }
    await expect(moveFiles(folder, broken, () => {})).rejects.toThrow(`does not give ${key} back`)
    expect(await folder.findFile(key!)).toEqual(getContent(key!))
  })

  test('touches neither of two files of one name and different bytes', async () => {
    const [key] = await fill(folder, 1)
    await bucket.putFile(key!, Buffer.from('another'))
    await expect(moveFiles(folder, bucket, () => {})).rejects.toThrow(`${key} has other bytes`)
    expect(await folder.findFile(key!)).toEqual(getContent(key!))
    expect(String(await bucket.findFile(key!))).toBe('another')
  })

  test.each(['before', 'after'])('a file that is deleted %s its copy is made does not come back', async (when) => {
    const [key] = await fill(folder, 1)
    const service = openStorage({ dataDirectory: directory, fileStorage: 's3', s3: store.settings })
    const watched: Storage = {
      ...bucket,
      async putFile(name, bytes) {
        if (when === 'before') await service.deleteFile(name)
        await bucket.putFile(name, bytes)
        if (when === 'after') await service.deleteFile(name)
      },
    }
    expect(await moveFiles(folder, watched, () => {})).toMatchObject({ files: 0 })
    expect(await service.hasFile(key!)).toBe(false)
  })

  test('every file can be read at every moment', async () => {
    const keys = await fill(folder, 60)
    const service = openStorage({ dataDirectory: directory, fileStorage: 's3', s3: store.settings })
    let isMoving = true
    const moving = moveFiles(folder, bucket, () => {}).finally(() => {
      isMoving = false
    })
    let rounds = 0
    while (isMoving) {
      const found = await Promise.all(keys.map((key) => service.findFile(key)))
      expect(found.every((bytes, index) => bytes?.equals(getContent(keys[index]!)))).toBe(true)
      rounds += 1
    }
    await moving
    expect(rounds).toBeGreaterThan(0)
  })
})

describe('routewright files move', () => {
  const settings = (fileStorage: string) => ({ DATA_DIR: directory, FILE_STORAGE: fileStorage, ...store.env })

  test.each(['s3', 'folder'] as const)(
    'to %s loses nothing when it is killed again and again',
    async (to) => {
      const [from, target] = to === 's3' ? [folder, bucket] : [bucket, folder]
      const keys = await fill(from, 90)
      const service = openStorage({ dataDirectory: directory, fileStorage: to, s3: store.settings })
      let kills = 0
      for (;;) {
        const command = startCommand(['files', 'move', '--to', to, '--json'], settings(to))
        const before = (await listed(target)).length
        const enough = before + 20 + 7 * kills
        let ended = false
        void command.ended().then(() => {
          ended = true
        })
        while (!ended && (await listed(target)).length < enough) await delay(10)
        command.child.kill('SIGKILL')
        const { code, signal, stderr } = await command.ended()
        for (const key of keys) expect(await service.findFile(key), key).toEqual(getContent(key))
        if (signal !== 'SIGKILL') {
          expect([code, stderr]).toEqual([0, ''])
          break
        }
        kills += 1
      }
      expect(kills).toBeGreaterThan(1)
      expect(await listed(from)).toEqual([])
      expect(await listed(target)).toEqual(keys)
    },
    300_000,
  )

  test('is refused while new files go to the other place, or without a bucket, in words', async () => {
    const other = await runCommand(['files', 'move', '--to', 's3'], settings('folder'))
    expect(other).toMatchObject({ code: 1, stdout: '' })
    expect(other.stderr).toContain('Set FILE_STORAGE=s3')
    const none = await runCommand(['files', 'move', '--to', 'folder'], { DATA_DIR: directory })
    expect(none.stderr).toContain('There are no settings for a bucket')
    const wrong = await runCommand(['files', 'move', '--to', 's3'], { ...settings('s3'), S3_SECRET_KEY: 'wrong' })
    expect(wrong.stderr).toMatch(/refuses the key \(SignatureDoesNotMatch\)/)
  }, 60_000)
})
