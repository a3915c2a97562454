// Deletes pictures whose rows were deleted: by a job, so that none is left when the process dies or the storage is away.
import type { Scope } from '../platform/scope.ts'
import type { Services } from '../platform/services.ts'
import { filesOfPicture } from './picture-files.ts'

const picturesPerJob = 500

/** Once the transaction committed, the files of these pictures go, wherever they lie. */
export async function deletePicturesLater(
  { tx, jobs }: Pick<Scope, 'tx' | 'jobs'>,
  storageKeys: readonly string[],
): Promise<void> {
  for (let start = 0; start < storageKeys.length; start += picturesPerJob) {
    await jobs.send(tx, 'file_deletion', { storage_keys: storageKeys.slice(start, start + picturesPerJob) })
  }
}

export async function startFileDeletion(services: Pick<Services, 'jobs' | 'storage'>): Promise<void> {
  await services.jobs.work('file_deletion', {}, async ({ storage_keys }) => {
    for (const key of storage_keys.flatMap(filesOfPicture)) await services.storage.deleteFile(key)
  })
}
