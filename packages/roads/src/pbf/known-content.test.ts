import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { hashFile } from './extract.ts'
import { hashOnce } from './known-content.ts'

const root = mkdtempSync(join(tmpdir(), 'roads-known-'))
afterAll(() => rmSync(root, { recursive: true }))

describe('the content of a file', () => {
  let folder = ''
  let file = ''
  beforeEach(() => {
    folder = mkdtempSync(join(root, 'case-'))
    file = join(folder, 'a.osm.pbf')
    writeFileSync(file, 'first')
  })
  const note = () => join(folder, 'kept', 'a.osm.pbf.content.json')
  const hash = () => hashOnce(file, join(folder, 'kept'))
  /** The hash of a file that was just written is cached only a moment later. */
  const hashUntilNoted = () => {
    while (!existsSync(note())) hash()
  }

  it('is noted once, and told by the note from then on', () => {
    expect(hash()).toBe(hashFile(file))
    hashUntilNoted()
    expect(readdirSync(join(folder, 'kept'))).toEqual(['a.osm.pbf.content.json'])
    const text = readFileSync(note(), 'utf8')
    const told = 'ab'.repeat(32)
    writeFileSync(note(), text.replace(hashFile(file), told))
    expect(hash()).toBe(told)
  })

  it('is looked at again when the file was written, also with as many bytes and its old time', () => {
    utimesSync(file, 1, 1)
    hashUntilNoted()
    writeFileSync(file, 'other')
    utimesSync(file, 1, 1)
    expect(hash()).toBe(hashFile(file))
    writeFileSync(file, 'third')
    utimesSync(file, 1, 1)
    expect(hash()).toBe(hashFile(file))
  })

  it('is looked at again when the note is damaged, or of a file of that name elsewhere', () => {
    hashUntilNoted()
    for (const damaged of ['', 'null', '{"mark":1}', readFileSync(note(), 'utf8').slice(0, -9)]) {
      writeFileSync(note(), damaged)
      expect(hash()).toBe(hashFile(file))
    }
    const other = join(mkdtempSync(join(root, 'other-')), 'a.osm.pbf')
    writeFileSync(other, 'elsewhere')
    expect(hashOnce(other, join(folder, 'kept'))).toBe(hashFile(other))
    expect(hash()).toBe(hashFile(file))
  })

  it('is told without a note where none can be kept', () => {
    expect(hashOnce(file, undefined)).toBe(hashFile(file))
    expect(hashOnce(file, join(file, 'no-folder'))).toBe(hashFile(file))
    expect(() => hashOnce(join(folder, 'none'), folder)).toThrow(expect.objectContaining({ code: 'file_not_found' }))
  })
})
