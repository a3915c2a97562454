// Deletes pictures whose rows were deleted: by a job, so that none is left when the process dies or the storage is away.
import type { Scope } from '../platform/scope.ts'
import type { Services } from '../platform/services.ts'
import { isDeletionHeld } from './deletion-hold.ts'
import { filesOfPicture } from './picture-files.ts'

const picturesPerJob = 500

/** Once the transaction committed, the files under these keys go, wherever they lie; of pictures both sizes. */
export async function deleteFilesLater(
  { tx, jobs }: Pick<Scope, 'tx' | 'jobs'>,
  storageKeys: readonly string[],
  options?: { startAfter: number },
): Promise<void> {
  for (let start = 0; start < storageKeys.length; start += picturesPerJob) {
    await jobs.send(tx, 'file_deletion', { storage_keys: storageKeys.slice(start, start + picturesPerJob) }, options)
  }
}

const heldSeconds = 30

export async function startFileDeletion(services: Services): Promise<void> {
  const { jobs, database, config } = services
  await jobs.work('file_deletion', {}, async ({ storage_keys }) => {
    if (await isDeletionHeld(database, config)) {
      const later = { startAfter: heldSeconds }
      return database.transaction((tx) => deleteFilesLater({ tx, jobs }, storage_keys, later))
    }
    for (const key of storage_keys.flatMap(filesOfPicture)) await services.storage.deleteFile(key)
  })
}
