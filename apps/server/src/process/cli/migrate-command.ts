// `routewright migrate`: brings the database to this version's schema and ends, before any process of the version serves.
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { readConfig } from '../../frame/platform/config.ts'
import { print } from './output.ts'

/** Adds `migrate` to the program. */
export function addMigrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('bring the database to the schema of this version and end (the service does it at start, too)')
    .option('--data-dir <folder>', 'data directory of the embedded database')
    .option('--json', 'print one line of JSON')
    .action(async (options: { dataDir?: string; json?: boolean }) => {
      const { migrateAndClose } = await import('../open-services.ts')
      const dataDirectory = options.dataDir === undefined ? undefined : resolve(options.dataDir)
      const migrated = await migrateAndClose(readConfig(process.env, { dataDirectory, logLevel: 'warn' }))
      if (options.json) print({ migrated }, true)
      else console.log(migrated.length > 0 ? `Ran ${migrated.join(', ')}` : 'The database is up to date.')
    })
}
