// `routewright upgrade`: looks at the installation, backs it up, brings its database to this version, and looks again.
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { readConfig } from '../../frame/platform/config.ts'
import type { Finding } from '../doctor/doctor.ts'
import { CommandError } from './administration.ts'
import { type BackupOptions, makeBackup } from './backup-commands.ts'
import { nameBackup } from './backup-name.ts'

interface UpgradeOptions extends Omit<BackupOptions, 'verify' | 'json'> {
  backup?: string
}

/** Adds `upgrade` to the program. */
export function addUpgradeCommand(program: Command): void {
  program
    .command('upgrade')
    .description(
      'with the new version: look, back up, bring the database to it, and look again; stops at the first fault',
    )
    .option('--data-dir <folder>', 'data directory of the service')
    .option('--backup <file>', 'where the backup goes (default: backups/ in the data directory, named by the moment)')
    .option('--encrypt', 'encrypt the backup (age format) with a key file or a passphrase')
    .option('--key-file <file>', 'key for an encrypted backup, see backup-key')
    .option('--passphrase-file <file>', 'passphrase instead of a key file (or BACKUP_PASSPHRASE)')
    .action(upgrade)
}

/**
 * Each step says what it did. The backup is verified by restoring it into a scratch folder, which runs the migrations on all of its rows
 * before the database itself is touched. Migrations run in one transaction: a failed or killed upgrade leaves the database as before.
 */
async function upgrade(options: UpgradeOptions): Promise<void> {
  const dataDirectory = options.dataDir === undefined ? undefined : resolve(options.dataDir)
  const config = readConfig(process.env, { dataDirectory, logLevel: 'warn' })
  const before = await examineInstallation(dataDirectory)
  stopAtFailures(before, 'Nothing was changed.')
  const schema = before.find(({ name }) => name === 'schema')
  if (schema && !schema.due) {
    say('schema', schema.message)
    return
  }
  const file = resolve(options.backup ?? join(config.dataDirectory, 'backups', nameBackup('before', new Date())))
  await makeBackup(file, { ...options, verify: true }).catch((error: Error) => {
    throw new CommandError(`${error.message}\nNothing was changed.`)
  })
  say('backup', `${file}, restored for a trial and brought to this version`)
  const { migrateAndClose } = await import('../open-services.ts')
  const migrated = await migrateAndClose(config).catch((error: Error) => {
    throw new CommandError(`${error.message}\nThe database is as it was. The backup is ${file}.`)
  })
  say('database', `ran ${migrated.join(', ')}`)
  const wayBack = `The way back, with the old version and into an empty database or folder: routewright restore ${file}`
  stopAtFailures(await examineInstallation(dataDirectory), wayBack)
  say('doctor', `everything is sound; start the service. ${wayBack}`)
}

async function examineInstallation(dataDirectory: string | undefined): Promise<Finding[]> {
  const { examine } = await import('../doctor/doctor.ts')
  return examine(process.env, { dataDirectory })
}

function stopAtFailures(findings: readonly Finding[], consequence: string): void {
  const failed = findings.filter(({ state }) => state === 'failed')
  if (failed.length === 0) return
  throw new CommandError([...failed.map(({ name, message }) => `${name}: ${message}`), consequence].join('\n'))
}

function say(step: string, message: string): void {
  process.stdout.write(`${step.padEnd(8)}  ${message}\n`)
}
