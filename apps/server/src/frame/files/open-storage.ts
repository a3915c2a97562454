// Opens the places for files that the settings name.
import { join } from 'node:path'
import type { Config, StorageKind } from '../platform/config.ts'
import { createFolderStorage } from './folder-storage.ts'
import { createS3Storage } from './s3-storage.ts'
import type { Storage } from './storage.ts'
import { joinPlaces } from './two-places.ts'

type StorageConfig = Pick<Config, 'dataDirectory' | 'fileStorage' | 's3'>

/** Where new files go, joined with the other place when there is one: what has not moved yet is read from there. */
export function openStorage(config: StorageConfig): Storage {
  const folder = openPlace(config, 'folder')
  if (!config.s3) return folder
  const bucket = openPlace(config, 's3')
  return config.fileStorage === 's3' ? joinPlaces(bucket, folder) : joinPlaces(folder, bucket)
}

/** One of the places by itself. Without settings for a bucket there is only the folder. */
export function openPlace({ dataDirectory, s3 }: StorageConfig, kind: StorageKind): Storage {
  if (kind === 'folder') return createFolderStorage(join(dataDirectory, 'files'))
  if (!s3) throw new Error('There are no settings for a bucket.')
  return createS3Storage(s3)
}
