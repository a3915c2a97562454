// The image for a set of extracts: from disk when it is there and right, else built and kept.

import { RoadsError } from '../foundation/errors.ts'
import { getProfile, type ProfileName, type VehicleSize } from '../graph/profiles.ts'
import type { RoadImage } from '../image/image.ts'
import { findImage, imageKey, imagePath, saveImage } from '../image/image-file.ts'
import { hashFile } from '../pbf/extract.ts'
import { buildImage, type ImageOptions } from './build-image.ts'

export interface RoadOptions {
  profile: ProfileName
  /** Measures that differ from the usual ones of the profile; bicycles and walkers have none. */
  size?: Partial<VehicleSize>
  /** Folder for built graphs; absent: they are not kept. */
  cacheDir?: string
}

export interface OpenedImage {
  image: RoadImage
  source: 'cache' | 'build'
  /** Why the built graph could not be kept on disk; it works all the same. */
  saveProblem: string | undefined
}

/** Opens or builds. Blocks the thread for as long as it takes. Throws RoadsError. */
export function openImage(files: readonly string[], options: RoadOptions, run: ImageOptions = {}): OpenedImage {
  if (files.length === 0) throw new RoadsError('file_not_found', 'no extract was named')
  const profile = getProfile(options.profile, options.size)
  if (options.cacheDir === undefined) {
    return { image: buildImage(files, profile, run), source: 'build', saveProblem: undefined }
  }
  const path = imagePath(options.cacheDir, files, profile)
  const key = imageKey(files.map(hashFile), profile)
  const cached = findImage(path, key)
  if (cached) return { image: cached, source: 'cache', saveProblem: undefined }
  const image = buildImage(files, profile, run)
  return { image, source: 'build', saveProblem: trySave(path, key, image) }
}

function trySave(path: string, key: string, image: RoadImage): string | undefined {
  try {
    saveImage(path, key, image)
    return undefined
  } catch (error) {
    return `${path}: ${(error as Error).message}`
  }
}
