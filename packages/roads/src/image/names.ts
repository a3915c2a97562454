// Names of roads, each once.

import type { RoadArrays } from './image.ts'

export interface NameArrays {
  /** First byte of each name, and the end of the last. */
  nameFirst: Int32Array
  nameBytes: Uint8Array
}

export function packNames(names: readonly string[]): NameArrays {
  const encoded = names.map((name) => Buffer.from(name))
  const nameFirst = new Int32Array(names.length + 1)
  for (const [index, bytes] of encoded.entries()) nameFirst[index + 1] = nameFirst[index]! + bytes.length
  return { nameFirst, nameBytes: Buffer.concat(encoded) }
}

/** The name at an index; the names of the base image come first, then this image's own. */
export function nameIn(
  { nameFirst, nameBytes, own }: Pick<RoadArrays, keyof NameArrays | 'own'>,
  place: number,
): string {
  const sharedCount = nameFirst.length - 1
  const isOwn = own !== undefined && place >= sharedCount
  const [arrays, at] = isOwn ? [own, place - sharedCount] : [{ nameFirst, nameBytes }, place]
  // Copied, because text cannot be decoded from shared memory.
  return new TextDecoder().decode(arrays.nameBytes.slice(arrays.nameFirst[at]!, arrays.nameFirst[at + 1]!))
}
