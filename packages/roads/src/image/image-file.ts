// Keeps images on disk: one file per set of extracts and profile, verified before use, memory-mapped, replaced atomically.

import { createHash } from 'node:crypto'
import { basename, join } from 'node:path'
import { checksum, findKept, getBytes, writeKept } from '../foundation/kept-file.ts'
import { mapFile } from '../foundation/mapped-file.ts'
import type { Profile } from '../graph/profiles.ts'
import { hasAllArrays, imageBytes, type RoadFacts, type RoadImage, standsBeside, viewImage } from './image.ts'

/** Increase with every change of the file's layout, of the arrays' meaning, or of the rules by which tags are read. */
const FORMAT_VERSION = 16
const MAGIC = 'RWROADS\n'

interface Header {
  version: number
  key: string
  facts: RoadFacts
  lengths: Record<string, number>
}

/**
 * Key of everything an image is made from: content of the files in order, the profile's tables, this code's version, and every byte of the
 * image that it is based on, or could be.
 */
export function imageKey(fileHashes: readonly string[], profile: Profile, base?: RoadImage): string {
  const hash = createHash('sha256').update(`${FORMAT_VERSION}\n${fileHashes.join('\n')}\n${asText(profile)}`)
  if (base) hash.update(`\n${asText([base.facts, base.lengths])}\n${checksum(getBytes(base.memory))}`)
  return hash.digest('hex')
}

function asText(value: unknown): string {
  return JSON.stringify(value, (_key, part) => (part instanceof Set ? [...part] : part))
}

/** Path of the image of these files for equal vehicles; newer content replaces older under the same name. */
export function imagePath(folder: string, files: readonly string[], profile: Profile): string {
  const names = files.map((file) => basename(file))
  const { size = null, hasTrailer, hasHazmat, mayEnterLowEmissionZones, avoids, hours } = profile
  const mark = createHash('sha256')
    .update(asText([names, size, hasTrailer, hasHazmat, mayEnterLowEmissionZones, avoids, hours]))
    .digest('hex')
  return join(folder, `${names[0]}.${profile.name}-${mark.slice(0, 8)}.roads`)
}

/** Writes to a temporary file, then renames it: readers find the old file or the new one, never half of one. Throws the system's errors. */
export function saveImage(path: string, key: string, image: RoadImage): void {
  const header: Header = { version: FORMAT_VERSION, key, facts: image.facts, lengths: image.lengths }
  writeKept(path, MAGIC, header, [getBytes(image.memory)])
}

/**
 * Image of a file, or undefined when the file is missing, damaged or belongs to other content. Memory-maps it if `map` can, otherwise reads
 * it. `base` is the image that it is based on.
 */
export function findImage(path: string, key: string, base?: RoadImage, map = mapFile): RoadImage | undefined {
  const file = findKept(path, MAGIC, (header) => findBodyBytes(header as Header, key, base), map)
  if (!file) return undefined
  const { facts, lengths } = file.header as Header
  // An image that could not be based on the other is stored whole under the same name.
  return viewImage(facts, lengths, file.memory, standsBeside(lengths) ? base : undefined)
}

function findBodyBytes({ version, key: known, lengths }: Header, key: string, base?: RoadImage): number | undefined {
  if (version !== FORMAT_VERSION || known !== key) return undefined
  if (!hasAllArrays(lengths) || (standsBeside(lengths) && !base)) return undefined
  return imageBytes(lengths)
}
