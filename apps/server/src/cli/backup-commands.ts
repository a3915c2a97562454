// `routewright backup` and `restore`: the data directory of a stopped service as one archive.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Command } from 'commander'
import { type Config, readConfig } from '../config.ts'
import { lockDirectory } from '../platform/directory-lock.ts'
import { CommandError } from './administration.ts'

/** What belongs to one run of the service and would mislead the next. */
const NOT_ARCHIVED = ['routewright.lock*', 'service.json*']

/** Adds `backup` and `restore` to the program. */
export function addBackupCommands(program: Command): void {
  program
    .command('backup <file>')
    .description('write the data directory of a stopped service into an archive (.tar.gz)')
    .option('--data-dir <folder>', 'data directory of the service')
    .action((file: string, options: { dataDir?: string }) => backUp(embeddedConfig(options), resolve(file)))
  program
    .command('restore <file>')
    .description('fill an empty data directory from an archive')
    .option('--data-dir <folder>', 'data directory of the service')
    .action((file: string, options: { dataDir?: string }) => restore(embeddedConfig(options), resolve(file)))
}

function embeddedConfig({ dataDir }: { dataDir?: string }): Config {
  const dataDirectory = dataDir === undefined ? undefined : resolve(dataDir)
  const config = readConfig(process.env, { dataDirectory })
  if (!config.databaseUrl) return config
  throw new CommandError(
    'DATABASE_URL is set: back PostgreSQL up by its own means (pg_dump), and copy the folder "files" of the data directory.',
  )
}

/** The lock keeps a service from starting meanwhile; the archive appears under its name only when it is whole. */
function backUp({ dataDirectory }: Config, file: string): void {
  if (!existsSync(join(dataDirectory, 'database'))) throw new CommandError(`There is no database in ${dataDirectory}.`)
  const draft = `${file}.part`
  const lock = lockDirectory(dataDirectory)
  try {
    mkdirSync(dirname(file), { recursive: true })
    tar(['-czf', draft, ...NOT_ARCHIVED.map((pattern) => `--exclude=./${pattern}`), '-C', dataDirectory, '.'])
    renameSync(draft, file)
  } finally {
    rmSync(draft, { force: true })
    lock.release()
  }
  console.log(`Wrote ${file}`)
}

function restore({ dataDirectory }: Config, file: string): void {
  if (!existsSync(file)) throw new CommandError(`There is no file ${file}.`)
  if (existsSync(dataDirectory) && readdirSync(dataDirectory).length > 0) {
    throw new CommandError(
      `${dataDirectory} is not empty; name a new folder with --data-dir, or move the old one away.`,
    )
  }
  mkdirSync(dataDirectory, { recursive: true })
  const lock = lockDirectory(dataDirectory)
  try {
    tar(['-xzf', file, '-C', dataDirectory])
  } finally {
    lock.release()
  }
  console.log(`Restored ${dataDirectory}`)
}

function tar(args: string[]): void {
  const { status, stderr, error } = spawnSync('tar', args, { encoding: 'utf8' })
  if (error) throw new CommandError(`The program tar could not be run: ${error.message}`)
  if (status !== 0) throw new CommandError(`tar ended with code ${status}: ${stderr.trim()}`)
}
