// `routewright backup` and `restore`: a running or stopped installation as one file that is one moment, and back.
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { Command } from 'commander'
import { type Config, readConfig } from '../../frame/platform/config.ts'
import { createLog } from '../../frame/platform/log.ts'
import type { BackupKey, Totals } from '../backup/backup.ts'
import type { BackupBucket } from '../backup-bucket/backup-bucket.ts'
import { CommandError, openAdministration } from './administration.ts'
import { print } from './output.ts'

export interface BackupOptions {
  dataDir?: string
  encrypt?: boolean
  verify?: boolean
  keyFile?: string
  passphraseFile?: string
  toBucket?: boolean
  json?: boolean
}

const log = createLog({ level: 'error' })

/** Loaded by the commands alone that need it: it opens databases. */
const loadBackups = () => import('../backup/backup.ts')
const loadBucket = () => import('../backup-bucket/backup-bucket.ts')

/** Adds `backup`, `restore` and `backup-key` to the program. */
export function addBackupCommands(program: Command): void {
  common(program.command('backup <file>'))
    .description('write database and uploaded files of one moment into a file, while the service runs or not')
    .option('--encrypt', 'encrypt it (age format) with a key file or a passphrase')
    .option('--verify', 'restore it into a scratch folder afterwards, and compare')
    .option('--to-bucket', 'send it to the bucket of BACKUP_S3_BUCKET, too')
    .action((file: string, options: BackupOptions) => backUp(resolve(file), options))
  common(program.command('restore <file>'))
    .description(
      'fill an empty data directory, or an empty PostgreSQL database, from a backup; bucket:NAME is one in the bucket of BACKUP_S3_BUCKET',
    )
    .option('--verify', 'only look whether it can be restored: into a scratch folder that goes again')
    .action(restore)
  program
    .command('backup-key <file>')
    .description('make a key file for encrypted backups; its public half, which is printed, is enough to make them')
    .action(makeKey)
}

function common(command: Command): Command {
  return command
    .option('--data-dir <folder>', 'data directory of the service')
    .option('--key-file <file>', 'key for an encrypted backup, see backup-key')
    .option('--passphrase-file <file>', 'passphrase instead of a key file (or BACKUP_PASSPHRASE)')
    .option('--json', 'print one line of JSON')
}

function getConfig({ dataDir }: BackupOptions): Config {
  const dataDirectory = dataDir === undefined ? undefined : resolve(dataDir)
  return readConfig(process.env, { dataDirectory, logLevel: 'error' })
}

async function backUp(file: string, options: BackupOptions): Promise<void> {
  tell(options, options.verify ? 'Wrote and verified' : 'Wrote', file, await makeBackup(file, options))
}

/** Writes a backup of the installation, running or stopped, and notes it for `doctor`. Throws CommandError and BackupError. */
export async function makeBackup(file: string, options: BackupOptions): Promise<Totals> {
  const config = getConfig(options)
  const key = options.encrypt ? requireKey(options) : undefined
  if (!options.encrypt && (options.keyFile || options.passphraseFile)) {
    throw new CommandError('A key is named but not --encrypt.')
  }
  const bucket = options.toBucket ? await openBucket(config) : undefined
  await bucket?.check()
  const { noteBackup, verifyBackup, writeBackup } = await loadBackups()
  const requestSnapshot = () => getSnapshot(config)
  const totals = await writeBackup(file, { config, log, requestSnapshot }, key)
  if (options.verify) await verifyBackup(file, config, log, canOpen(key) ? key : refuseToVerify())
  await bucket?.send(file)
  const note = { file, made_at: new Date().toISOString(), verified: options.verify === true }
  noteBackup(config.dataDirectory, { ...note, ...(bucket && { sent_to: bucket.place }) })
  return totals
}

async function openBucket({ backupBucket }: Config): Promise<BackupBucket> {
  if (!backupBucket) throw new CommandError('BACKUP_S3_BUCKET names no bucket for backups.')
  const { openBackupBucket } = await loadBucket()
  return openBackupBucket(backupBucket)
}

/** The running service's copy of its embedded database. */
async function getSnapshot(config: Config): Promise<string> {
  const admin = await openAdministration({ dataDirectory: config.dataDirectory })
  try {
    return (await admin.call('snapshotDatabase')).file
  } finally {
    await admin.close()
  }
}

async function restore(named: string, options: BackupOptions): Promise<void> {
  const config = getConfig(options)
  const { IN_BUCKET } = await loadBucket()
  if (!named.startsWith(IN_BUCKET)) return restoreFile(resolve(named), config, options)
  const bucket = await openBucket(config)
  const folder = mkdtempSync(join(tmpdir(), 'routewright-restore-'))
  try {
    const file = join(folder, 'brought.backup')
    await bucket.bring(named.slice(IN_BUCKET.length), file)
    await restoreFile(file, config, options)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function restoreFile(file: string, config: Config, options: BackupOptions): Promise<void> {
  const key = findKey(options)
  const { restoreBackup, verifyBackup } = await loadBackups()
  if (options.verify) return tell(options, 'Verified', file, await verifyBackup(file, config, log, key))
  const totals = await restoreBackup(file, config, log, key)
  tell(options, 'Restored', config.databaseUrl ? 'the database of DATABASE_URL' : config.dataDirectory, totals)
}

function requireKey(options: BackupOptions): BackupKey {
  const key = findKey(options)
  if (key) return key
  throw new CommandError('--encrypt needs --key-file, --passphrase-file or BACKUP_PASSPHRASE.')
}

function findKey({ keyFile, passphraseFile }: BackupOptions): BackupKey | undefined {
  if (keyFile) return { keyFile: readText(keyFile) }
  const passphrase = passphraseFile ? readText(passphraseFile).trim() : process.env.BACKUP_PASSPHRASE
  if (passphraseFile && !passphrase) throw new CommandError(`${passphraseFile} is empty.`)
  return passphrase ? { passphrase } : undefined
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new CommandError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}

/** The public half of a key writes backups and opens none. */
function canOpen(key: BackupKey | undefined): boolean {
  return !key || 'passphrase' in key || key.keyFile.includes('AGE-SECRET-KEY-')
}

function refuseToVerify(): never {
  throw new CommandError(
    'The backup is written, but the key file has only the public half: verify it where the secret half is, with restore --verify.',
  )
}

async function makeKey(file: string): Promise<void> {
  if (existsSync(file)) throw new CommandError(`${file} is there already.`)
  if (!statSync(dirname(resolve(file)), { throwIfNoEntry: false }))
    throw new CommandError(`There is no folder for ${file}.`)
  const { createKeyFile } = await loadBackups()
  const { text, recipient } = await createKeyFile()
  writeFileSync(file, text, { mode: 0o600, flag: 'wx' })
  console.log(recipient)
}

function tell(options: BackupOptions, done: string, what: string, totals: Totals): void {
  const { files, missing } = totals
  const rows = Object.values(totals.tables).reduce((sum, table) => sum + table.rows, 0)
  const tables = Object.keys(totals.tables).length
  if (options.json)
    print({ done: done.toLowerCase(), tables, rows, files: files.count, bytes: files.bytes, missing }, true)
  else console.log(`${done} ${what}: ${rows} rows of ${tables} tables, ${files.count} files`)
  if (missing.length === 0) return
  process.stderr.write(
    `${missing.length} pictures were not where files are kept, ${missing[0]} among them. Are FILE_STORAGE and the data directory those of the service?\n`,
  )
}
