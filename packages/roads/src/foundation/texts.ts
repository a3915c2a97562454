// Many texts as concatenated bytes: stored in a file as they are, and decoded to a string on request.

/** Text n is the UTF-8 of bytes[first[n] .. first[n + 1]). */
export interface PackedTexts {
  first: Int32Array
  bytes: Uint8Array
}

/** Packs texts, which must fit in 2 GiB altogether. */
export function packTexts(texts: Iterable<string>): PackedTexts {
  const first: number[] = [0]
  let bytes = Buffer.allocUnsafe(1 << 16)
  let length = 0
  for (const text of texts) {
    // A UTF-16 unit takes at most three bytes.
    const most = length + 3 * text.length
    if (most > bytes.length) {
      const larger = Buffer.allocUnsafe(2 * most)
      larger.set(bytes.subarray(0, length))
      bytes = larger
    }
    length += bytes.write(text, length)
    first.push(length)
  }
  return { first: Int32Array.from(first), bytes: new Uint8Array(bytes.subarray(0, length)) }
}

export class Texts {
  readonly length: number
  private readonly first: Int32Array
  private readonly bytes: Buffer

  constructor({ first, bytes }: PackedTexts) {
    this.first = first
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    this.length = first.length - 1
  }

  at(number: number): string {
    return this.bytes.toString('utf8', this.first[number], this.first[number + 1])
  }
}

/** Index of a text among texts in ascending order of their UTF-16 units, or -1. */
export function findText(texts: Texts, text: string): number {
  let low = 0
  let high = texts.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const there = texts.at(middle)
    if (there === text) return middle
    if (there < text) low = middle + 1
    else high = middle - 1
  }
  return -1
}
