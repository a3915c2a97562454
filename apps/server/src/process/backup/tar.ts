// The archive format of backups: tar (POSIX ustar), written and read as a stream, so that any machine can open it.
import { BackupError } from './backup-error.ts'

export interface NewEntry {
  name: string
  /** All of the bytes, or their number and where they come from. */
  content: Buffer | { size: number; stream: AsyncIterable<Uint8Array> }
}

export interface Entry {
  name: string
  size: number
  /** The bytes at once; for what is known to be small. */
  read(): Promise<Buffer>
  /** The bytes as they come; what is left unread is skipped. */
  stream(): AsyncIterable<Buffer>
}

const blockBytes = 512
/** Largest size in eleven octal digits; larger ones are written in binary. */
const largestOctal = 8 ** 11

export async function* writeTar(entries: AsyncIterable<NewEntry>): AsyncGenerator<Buffer> {
  for await (const { name, content } of entries) {
    const size = Buffer.isBuffer(content) ? content.length : content.size
    yield getHeader(name, size)
    let written = 0
    for await (const piece of Buffer.isBuffer(content) ? [content] : content.stream) {
      // A file that grows while it is read would shift everything after it.
      const rest = Buffer.from(piece.buffer, piece.byteOffset, Math.min(piece.length, size - written))
      written += rest.length
      if (rest.length > 0) yield rest
    }
    if (written < size) throw new Error(`${name} became shorter while it was read.`)
    yield Buffer.alloc(padding(size))
  }
  yield Buffer.alloc(2 * blockBytes)
}

function padding(size: number): number {
  return (blockBytes - (size % blockBytes)) % blockBytes
}

function getHeader(name: string, size: number): Buffer {
  const header = Buffer.alloc(blockBytes)
  const [prefix, last] = splitName(name)
  header.write(last, 0, 100)
  header.write('0000600\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  if (size < largestOctal) header.write(size.toString(8).padStart(11, '0'), 124)
  else {
    header.writeUInt8(0x80, 124)
    header.writeBigUInt64BE(BigInt(size), 128)
  }
  header.write('00000000000\0', 136)
  header.write('        ', 148)
  header.write('0', 156)
  header.write('ustar\u000000', 257)
  header.write(prefix, 345, 155)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

/** A long name is cut at a slash: 155 bytes before it, 100 after. Throws when there is none to cut at. */
function splitName(name: string): [prefix: string, last: string] {
  if (Buffer.byteLength(name) <= 100) return ['', name]
  for (let at = name.indexOf('/'); at !== -1; at = name.indexOf('/', at + 1)) {
    const [prefix, last] = [name.slice(0, at), name.slice(at + 1)]
    if (Buffer.byteLength(prefix) <= 155 && Buffer.byteLength(last) <= 100) return [prefix, last]
  }
  throw new Error(`The name is too long for an archive: ${name}`)
}

/**
 * Reads the source to its end, past the archive: only there does unpacking find out whether a byte was changed. Throws BackupError when the bytes are no archive, or end before it does.
 */
export async function* readTar(source: AsyncIterable<Uint8Array>): AsyncGenerator<Entry> {
  const bytes = new ByteReader(source)
  for (;;) {
    const header = await bytes.take(blockBytes)
    if (header.every((byte) => byte === 0)) return await bytes.skipRest()
    requireChecksum(header)
    const size =
      header[124] === 0x80 ? Number(header.readBigUInt64BE(128)) : Number.parseInt(textAt(header, 124, 12), 8)
    const prefix = textAt(header, 345, 155)
    const name = (prefix ? `${prefix}/` : '') + textAt(header, 0, 100)
    let left = size
    const stream = async function* () {
      while (left > 0) {
        const piece = await bytes.takeSome(left)
        left -= piece.length
        yield piece
      }
    }
    const read = async () => {
      const pieces: Buffer[] = []
      for await (const piece of stream()) pieces.push(piece)
      return Buffer.concat(pieces)
    }
    yield { name, size, stream, read }
    for await (const _ of stream());
    await bytes.take(padding(size))
  }
}

function requireChecksum(header: Buffer): void {
  const told = Number.parseInt(textAt(header, 148, 8), 8)
  const copy = Buffer.from(header)
  copy.fill(' ', 148, 156)
  if (told !== copy.reduce((total, byte) => total + byte, 0))
    throw new BackupError('It is not an archive, or it is damaged.')
}

function textAt(header: Buffer, start: number, length: number): string {
  const field = header.subarray(start, start + length)
  const end = field.indexOf(0)
  return field.toString('utf8', 0, end === -1 ? length : end).trim()
}

class ByteReader {
  readonly #source: AsyncIterator<Uint8Array>
  #held: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  async take(count: number): Promise<Buffer> {
    const pieces: Buffer[] = []
    for (let left = count; left > 0; ) {
      const piece = await this.takeSome(left)
      pieces.push(piece)
      left -= piece.length
    }
    return Buffer.concat(pieces)
  }

  async skipRest(): Promise<void> {
    for (let next = await this.#source.next(); !next.done; next = await this.#source.next());
  }

  /** Returns at least one byte and at most `most`. */
  async takeSome(most: number): Promise<Buffer> {
    while (this.#held.length === 0) {
      const next = await this.#source.next()
      if (next.done) throw new BackupError('The archive ends too early.')
      this.#held = Buffer.from(next.value.buffer, next.value.byteOffset, next.value.length)
    }
    const piece = this.#held.subarray(0, most)
    this.#held = this.#held.subarray(piece.length)
    return piece
  }
}
