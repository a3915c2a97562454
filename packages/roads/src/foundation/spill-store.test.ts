import { closeSync, existsSync, mkdtempSync, openSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { RecordFile } from './record-file.ts'
import { SpillStore, writeWhole } from './spill-store.ts'

const folder = mkdtempSync(join(tmpdir(), 'roads-spill-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('pieces of bytes', () => {
  it('stay in memory as long as they fit, then go to the disk, and leave nothing there', () => {
    const store = new SpillStore({ path: join(folder, 'pieces'), memoryBytes: 1000 })
    const getPiece = (index: number) => new Uint8Array(100 + index).fill(index)
    for (let index = 0; index < 8; index++) expect(store.put(getPiece(index))).toBe(index)
    expect(store.isSpilled).toBe(false)
    for (let index = 8; index < 30; index++) expect(store.put(getPiece(index))).toBe(index)
    expect(store.isSpilled).toBe(true)
    for (let index = 0; index < 30; index++) expect(store.get(index)).toEqual(getPiece(index))
    store.close()
    expect(readdirSync(folder)).toEqual([])
  })

  it.skipIf(!existsSync('/dev/full'))('say that the disk is full', () => {
    const full = openSync('/dev/full', 'w')
    try {
      expect(() => writeWhole(full, new Uint8Array(10), '/maps/a.draft')).toThrow(
        expect.objectContaining({
          code: 'worker_failed',
          message: expect.stringMatching(/^\/maps\/a.draft: the disk is full/),
        }),
      )
    } finally {
      closeSync(full)
    }
  })
})

describe('records', () => {
  it.each([1e9, 5000, 0])('come back in order and by their places, with %d bytes of memory', (memoryBytes) => {
    const store = new SpillStore({ path: join(folder, 'records'), memoryBytes })
    // Two files in one store.
    const files = [new RecordFile(store), new RecordFile(store)]
    const measureLength = (index: number) => (index === 500 ? 50_000 : index % 60)
    const getRecord = (index: number) => Int32Array.from({ length: measureLength(index) }, (_, at) => index * 7 - at)
    const places = Array.from({ length: 2_000 }, (_, index) => {
      return files[index % 2]!.append(getRecord(index), measureLength(index))
    })
    for (const index of [1999, 0, 500, 501, 499, 502, 1998, 1, 61]) {
      expect(files[index % 2]!.read(places[index]!)).toEqual(getRecord(index))
    }
    for (const [first, file] of files.entries()) {
      let index = first
      file.forEach((record) => {
        expect(record).toEqual(getRecord(index))
        index += 2
      })
      expect(index).toBe(2_000 + first)
    }
    store.close()
  })
})
