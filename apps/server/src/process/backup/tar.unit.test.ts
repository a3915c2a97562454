// Archives that other programs open, and that are refused when something is wrong with them.
import { spawnSync } from 'node:child_process'
import { Readable } from 'node:stream'
import { createGunzip, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { type NewEntry, readTar, writeTar } from './tar.ts'

const long = `${'folder-of-some-length/'.repeat(6)}${'n'.repeat(90)}.jpg`
const contents: [name: string, content: Buffer][] = [
  ['head.json', Buffer.from('{}')],
  ['empty', Buffer.alloc(0)],
  ['block', Buffer.alloc(512, 'b')],
  [long, Buffer.alloc(1_300, 'ü')],
]

async function* getEntries(entries: readonly NewEntry[]) {
  yield* entries
}

async function pack(entries: readonly NewEntry[]): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of writeTar(getEntries(entries))) pieces.push(piece)
  return Buffer.concat(pieces)
}

async function* inPieces(bytes: Buffer, size: number) {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

async function unpack(bytes: Buffer, pieceBytes = 700): Promise<[string, Buffer][]> {
  const found: [string, Buffer][] = []
  for await (const entry of readTar(inPieces(bytes, pieceBytes))) found.push([entry.name, await entry.read()])
  return found
}

const all = () => pack(contents.map(([name, content]) => ({ name, content })))

test.each([1, 511, 700, 100_000])('comes back in pieces of %d bytes', async (pieceBytes) => {
  expect(await unpack(await all(), pieceBytes)).toEqual(contents)
})

test('is opened by the program tar', async () => {
  const { stdout, status } = spawnSync('tar', ['-tf', '-'], { input: await all(), encoding: 'utf8' })
  expect(status).toBe(0)
  expect(stdout.trim().split('\n')).toEqual(contents.map(([name]) => name))
})

test('skips what nobody reads', async () => {
  const names: string[] = []
  for await (const entry of readTar(inPieces(await all(), 300))) names.push(entry.name)
  expect(names).toEqual(contents.map(([name]) => name))
})

test('tells an end that comes too early, and what is no archive', async () => {
  const bytes = await all()
  await expect(unpack(bytes.subarray(0, 1_000))).rejects.toThrow('ends too early')
  await expect(unpack(Buffer.alloc(2_000, 'x'))).rejects.toThrow('not an archive, or it is damaged')
})

test('a changed bit in any byte of a packed archive is noticed to its end, or changes nothing', async () => {
  const whole = await all()
  const packed = gzipSync(whole)
  const read = async (bytes: Buffer) => {
    const unpacked: Buffer[] = []
    const source = Readable.from(inPieces(bytes, 700)).pipe(createGunzip())
    source.on('data', (piece: Buffer) => unpacked.push(piece))
    for await (const entry of readTar(source)) await entry.read()
    return Buffer.concat(unpacked)
  }
  const unnoticed: number[] = []
  for (const at of packed.keys()) {
    const changed = Buffer.from(packed)
    changed[at]! ^= 1
    const found = await read(changed).catch(() => undefined)
    if (found && !found.equals(whole)) unnoticed.push(at)
  }
  expect(unnoticed).toEqual([])
})

test('a file that grows or shrinks while it is read harms no other', async () => {
  const stream = (text: string) => getEntries([Buffer.from(text)] as never[]) as unknown as AsyncIterable<Uint8Array>
  const grown = { name: 'a', content: { size: 2, stream: stream('abc') } }
  const after = { name: 'b', content: Buffer.from('after') }
  expect((await unpack(await pack([grown, after]))).map(([, content]) => String(content))).toEqual(['ab', 'after'])
  await expect(pack([{ name: 'a', content: { size: 9, stream: stream('abc') } }])).rejects.toThrow('became shorter')
})

test('a size that eleven octal digits do not hold is written all the same', async () => {
  const size = 8 ** 11 + 5
  const pieces = writeTar(getEntries([{ name: 'large', content: { size, stream: inPieces(Buffer.alloc(512), 512) } }]))
  const { value: header } = await pieces.next()
  await pieces.return(undefined)
  const first = await readTar(inPieces(header!, 512)).next()
  expect(first.value).toMatchObject({ name: 'large', size })
})

test('a name without a place to cut it is refused', async () => {
  await expect(pack([{ name: 'n'.repeat(101), content: Buffer.alloc(0) }])).rejects.toThrow('too long')
})
