// Image of a set of extracts: loaded from disk when valid, otherwise built and saved.

import { RoadsError } from '../foundation/errors.ts'
import { releaseKept } from '../foundation/kept-file.ts'
import { getProfile, type ProfileName } from '../graph/profiles.ts'
import type { VehicleNeeds } from '../graph/vehicle-needs.ts'
import type { RoadImage } from '../image/image.ts'
import { findImage, imageKey, imagePath, saveImage } from '../image/image-file.ts'
import { hashOnce } from '../pbf/known-content.ts'
import { buildImageBeside } from './build-beside.ts'
import { buildImageOfNetwork, type ImageOptions, readNetwork } from './build-image.ts'
import { hashNetwork } from './network-hash.ts'

export interface RoadOptions extends VehicleNeeds {
  profile: ProfileName
  /** Folder for built graphs; without it, they are not kept. */
  cacheDir?: string
}

export interface OpenedImage {
  image: RoadImage
  source: 'cache' | 'build'
  /** Reason why the built graph could not be saved to disk; it can be used anyway. */
  saveProblem: string | undefined
}

/** Images of the same extracts that are already open. */
export interface OpenBeside {
  /** A whole image: when the roads differ little from its roads, only the differences are kept. */
  base?: RoadImage
  /** Hashes of networks. */
  knownHashes?: readonly string[]
}

/** Opens or builds an image. Blocks the thread for as long as it takes. Throws RoadsError. */
export function openImage(
  files: readonly string[],
  options: RoadOptions,
  run: ImageOptions = {},
  base?: RoadImage,
): OpenedImage {
  return openUnlessKnown(files, options, run, { base }) as OpenedImage
}

/** Like `openImage`, but when the network equals one that the caller has open, returns only its hash. Throws RoadsError. */
export function openUnlessKnown(
  files: readonly string[],
  options: RoadOptions,
  run: ImageOptions,
  { base, knownHashes = [] }: OpenBeside,
): OpenedImage | { knownHash: string } {
  if (files.length === 0) throw new RoadsError('file_not_found', 'no extract was named')
  const { profile: name, cacheDir, ...needs } = options
  const profile = getProfile(name, needs)
  const place = cacheDir === undefined ? undefined : imagePath(cacheDir, files, profile)
  const key =
    place === undefined
      ? ''
      : imageKey(
          files.map((file) => hashOnce(file, cacheDir)),
          profile,
          base,
        )
  const cached = place === undefined ? undefined : findImage(place, key, base)
  if (cached && !knownHashes.includes(cached.facts.networkHash)) {
    return { image: cached, source: 'cache', saveProblem: undefined }
  }
  const network = cached ? undefined : readNetwork(files, profile, run)
  const hash = cached?.facts.networkHash ?? hashNetwork(network!)
  if (cached) releaseKept(cached.memory)
  if (!network || knownHashes.includes(hash)) return { knownHash: hash }
  const beside = base && buildImageBeside(network, base, { ...run, networkHash: hash })
  const image = beside ?? buildImageOfNetwork(network, hash, run)
  const saveProblem = place === undefined ? undefined : trySave(place, key, image)
  // Use the saved file from now on, as after the next start.
  const kept = place === undefined || saveProblem !== undefined ? undefined : findImage(place, key, base)
  return { image: kept ?? image, source: 'build', saveProblem }
}

function trySave(path: string, key: string, image: RoadImage): string | undefined {
  try {
    saveImage(path, key, image)
    return undefined
  } catch (error) {
    return `${path}: ${(error as Error).message}`
  }
}
