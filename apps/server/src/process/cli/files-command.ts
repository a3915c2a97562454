// `routewright files move`: brings uploaded files from the folder to the bucket or back, while the service runs.
import { join, resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { type Moved, moveFiles } from '../../frame/files/move-files.ts'
import { openPlace } from '../../frame/files/open-storage.ts'
import { type Config, readConfig, type StorageKind } from '../../frame/platform/config.ts'
import { lockDirectory } from '../../frame/platform/directory-lock.ts'
import { CommandError } from './administration.ts'
import { megabytes, print } from './output.ts'
import { findService } from './service-file.ts'

interface MoveOptions {
  to: StorageKind
  dataDir?: string
  json?: boolean
}

/** Adds `files` to the program. */
export function addFilesCommands(program: Command): void {
  program
    .command('files')
    .description('pictures and other uploaded files')
    .command('move')
    .description('move all files to the other place, while the service runs; when it was broken off, begin it again')
    .addOption(new Option('--to <place>', 'where to').choices(['folder', 's3']).makeOptionMandatory())
    .option('--data-dir <folder>', 'data directory of the service')
    .option('--json', 'print one line of JSON')
    .action(move)
}

async function move({ to, dataDir, json }: MoveOptions): Promise<void> {
  const dataDirectory = dataDir === undefined ? undefined : resolve(dataDir)
  const config = readConfig(process.env, { dataDirectory, logLevel: 'warn' })
  await requireTarget(config, to)
  const [from, target] = [openPlace(config, to === 's3' ? 'folder' : 's3'), openPlace(config, to)]
  await from.check()
  await target.check()
  // A lock of its own: that of the data directory belongs to the service, and in the folder of files it would be one of them.
  const lock = lockDirectory(join(config.dataDirectory, 'files-move'))
  try {
    const moved = await moveFiles(from, target, json ? () => {} : progress(target.place))
    const { files, bytes, foundThere } = moved
    if (json) print({ files, bytes, found_there: foundThere, to: target.place }, true)
    else
      console.log(`${files} files (${megabytes(bytes)}) are now in ${target.place} only; nothing else is left to move.`)
  } finally {
    lock.release()
  }
}

/** Throws unless new files already go to the target: otherwise files would stay behind and could not be found. */
async function requireTarget(config: Config, to: StorageKind): Promise<void> {
  if (!config.s3) {
    throw new CommandError(
      'There are no settings for a bucket: set S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY and S3_ENDPOINT.',
    )
  }
  const restart = `Set FILE_STORAGE=${to} beside the settings S3_…, restart every process of the service with them, then move.`
  if (config.fileStorage !== to) throw new CommandError(`New files still go to the other place. ${restart}`)
  const service = findService(config.dataDirectory)
  if (!service) return
  const health = await fetch(`${service.base_url}/health`).then(
    (answer) => answer.json() as Promise<{ files?: StorageKind }>,
    () => undefined,
  )
  if (health && health.files !== to) {
    throw new CommandError(`The service at ${service.base_url} still puts new files into the other place. ${restart}`)
  }
}

const tellEvery = 1_000

function progress(place: string): (moved: Readonly<Moved>) => void {
  return ({ files, bytes }) => {
    if (files % tellEvery === 0) console.log(`${files} files (${megabytes(bytes)}) are in ${place}`)
  }
}
