// `routewright administer`: prints a link to the administration page of the running service.
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { findAdminSecret } from '../../frame/platform/admin-secret.ts'
import { type Config, readConfig } from '../../frame/platform/config.ts'
import { CommandError } from './administration.ts'
import { findService } from './service-file.ts'

/** Adds `administer` to the program. Whoever can read the data directory may open the page. */
export function addAdministerCommand(program: Command): void {
  program
    .command('administer')
    .description('print a link to the page about this installation; it works for 15 minutes')
    .option('--base-url <url>', 'address of the running service (found by itself on the same data directory)')
    .option('--data-dir <folder>', 'data directory of the service')
    .action(async (options: { baseUrl?: string; dataDir?: string }) => {
      const dataDirectory = options.dataDir === undefined ? undefined : resolve(options.dataDir)
      console.log(await makeLink(readConfig(process.env, { dataDirectory }), options.baseUrl))
    })
}

async function makeLink({ dataDirectory, publicBaseUrl }: Config, baseUrl: string | undefined): Promise<string> {
  const secret = findAdminSecret(dataDirectory)
  const base = baseUrl ?? publicBaseUrl ?? findService(dataDirectory)?.base_url
  if (!secret || !base) {
    throw new CommandError(
      `No service runs on ${dataDirectory}. Start it, or name its data directory with --data-dir and its address with --base-url.`,
    )
  }
  const { ADMINISTRATION_PATH, createEntry } = await import('../administration/administration.ts')
  return `${base.replace(/\/+$/, '')}${ADMINISTRATION_PATH}?link=${createEntry(secret, 'link', new Date())}`
}
