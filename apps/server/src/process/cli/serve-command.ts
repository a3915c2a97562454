// `routewright serve` runs the service; `routewright start` also brings the demo and says how to begin. See serve.ts.
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { ServeOptions, Serving } from './serve.ts'

/** Adds `serve` and `start` to the program. */
export function addServeCommands(program: Command): void {
  servingOptions(program.command('serve'))
    .description('run the service')
    .addOption(new Option('--role <role>', 'what this process does').choices(['all', 'api', 'worker']))
    .action(async (options: ServeOptions) => serve({ ...options, demo: false }))
  servingOptions(program.command('start'))
    .description('run the service with a demo organization and its day')
    .option('--demo', 'make the demo also beside organizations of your own')
    .option('--no-demo', 'start without the demo')
    .option(
      '--demo-for-everyone',
      'make the demo although other machines reach this address; whoever has its link may sign in',
    )
    .option('--demo-resets', 'make the demo anew each night at three, for a public trial; its sign-in stays')
    .action(async (options: ServeOptions) => serve({ ...options, demo: options.demo ?? 'ifDue' }))
}

function servingOptions(command: Command): Command {
  return command
    .option('--port <number>', 'where to listen; 0 lets the system choose (default 8080, or PORT)', portNumber)
    .option('--host <address>', 'address to listen on (default 127.0.0.1, or HOST)')
    .option('--data-dir <folder>', 'embedded database, images, mail outbox (default .routewright, or DATA_DIR)')
    .option(
      '--osm <file>',
      'OpenStreetMap extract for addresses, roads and the map; may be repeated (or OSM_FILE)',
      collect,
    )
    .option('--json', 'when ready, print one line of JSON instead of words')
}

function collect(value: string, before: string[] = []): string[] {
  return [...before, value]
}

function portNumber(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError('It must be a number from 0 to 65535.')
  return port
}

/** Loads the whole service, which the other commands do without. */
async function serve(options: Serving): Promise<void> {
  const { serve: begin } = await import('./serve.ts')
  await begin(options)
}
