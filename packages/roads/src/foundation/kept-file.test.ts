import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { type ArrayLengths, areLengthsFor, blockBytes, getLengths, getPieces, viewArrays } from './array-block.ts'
import { findKept, getBytes, releaseKept, writeKept } from './kept-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'roads-kept-'))
afterAll(() => rmSync(folder, { recursive: true }))

const MAGIC = 'KEPTTEST'
const TYPES = { costs: 'f64', ids: 'i32', names: 'u8', lengths: 'u16' } as const
const arrays = {
  costs: Float64Array.of(1.5, -2),
  ids: Int32Array.of(7, 8, 9),
  names: Uint8Array.of(1, 2, 3, 4, 5),
  lengths: new Uint16Array(0),
}
const path = join(folder, 'arrays')
const measureSize = (header: unknown) => (areLengthsFor(TYPES, header) ? blockBytes(TYPES, header) : undefined)
const write = () => writeKept(path, MAGIC, getLengths(TYPES, arrays), getPieces(TYPES, arrays))

describe('a kept file', () => {
  it('gives its arrays back, used where it lies or read into memory', () => {
    write()
    for (const map of [undefined, () => undefined]) {
      const found = findKept(path, MAGIC, measureSize, map)!
      expect(viewArrays(TYPES, found.header as ArrayLengths, getBytes(found.memory))).toEqual(arrays)
      releaseKept(found.memory)
    }
    expect(readdirSync(folder)).toEqual(['arrays'])
  })

  it('is none where it is missing, of another kind, refused, damaged anywhere or cut off', () => {
    write()
    expect(findKept(join(folder, 'other'), MAGIC, measureSize)).toBeUndefined()
    expect(findKept(path, 'OTHERONE', measureSize)).toBeUndefined()
    expect(findKept(path, MAGIC, () => undefined)).toBeUndefined()
    const good = readFileSync(path)
    for (let place = 0; place < good.length; place += 3) {
      const damaged = Buffer.from(good)
      damaged[place]! ^= 16
      writeFileSync(path, damaged)
      expect(findKept(path, MAGIC, measureSize), `damaged at ${place}`).toBeUndefined()
      writeFileSync(path, good.subarray(0, place))
      expect(findKept(path, MAGIC, measureSize), `cut off at ${place}`).toBeUndefined()
    }
  })

  it('leaves what was there, and nothing beside it, where its content ends in an error', () => {
    write()
    const before = readFileSync(path)
    const broken = (function* () {
      yield Uint8Array.of(1, 2, 3)
      throw new Error('no more')
    })()
    expect(() => writeKept(path, MAGIC, {}, broken)).toThrow('no more')
    expect(readFileSync(path).equals(before)).toBe(true)
    expect(readdirSync(folder)).toEqual(['arrays'])
  })
})
