// The command line `routewright`: every command, and how failures are told. Commands that need the whole service load it
// when they run: it takes longer to load than most of them take.
import { Command } from 'commander'
import { StorageError } from '../../frame/files/storage.ts'
import { ConfigError } from '../../frame/platform/config.ts'
import { DirectoryLockedError } from '../../frame/platform/directory-lock.ts'
import { ExtractError } from '../../geography/extracts/extract-error.ts'
import { StartError, unexpectedTrouble } from '../start-trouble.ts'
import { addAdminCommands } from './admin-commands.ts'
import { addAdministerCommand } from './administer-command.ts'
import { CommandError } from './administration.ts'
import { addBackupCommands } from './backup-commands.ts'
import { addDoctorCommand } from './doctor-command.ts'
import { addFilesCommands } from './files-command.ts'
import { addMigrateCommand } from './migrate-command.ts'
import { addOsmCommands } from './osm-command.ts'
import { addServeCommands } from './serve-command.ts'
import { addSolveCommand } from './solve-command.ts'
import { addUpgradeCommand } from './upgrade-command.ts'

/** Runs one command; sets the exit code, and prints to standard error what a person can act on. */
export async function runCommandLine(args: string[]): Promise<void> {
  const program = commandLine()
  try {
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    const expected = [CommandError, ConfigError, DirectoryLockedError, ExtractError, StartError, StorageError]
    const isExpected = expected.some((kind) => error instanceof kind)
    process.stderr.write(`${isExpected ? (error as Error).message : unexpectedTrouble(error)}\n`)
    process.exitCode = 1
  }
}

/** Every command with its options; nothing is run. */
export function commandLine(): Command {
  const program = new Command('routewright')
    .description('Plans, dispatches and tracks daily delivery and field-service work.')
    .showHelpAfterError('(add --help for what there is)')
  addServeCommands(program)
  addAdminCommands(program)
  addBackupCommands(program)
  addFilesCommands(program)
  addMigrateCommand(program)
  addUpgradeCommand(program)
  addDoctorCommand(program)
  addAdministerCommand(program)
  addSolveCommand(program)
  addOsmCommands(program)
  return program
}
