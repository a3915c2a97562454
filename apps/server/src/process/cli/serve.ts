// Runs the service from the command line: with or without the demo, saying what to open next.
import { delimiter, join, resolve } from 'node:path'
import { openSetup } from '../../accounts/users/users.ts'
import { type Demo, ensureDemo } from '../../annexes/demo/demo.ts'
import { startDemoHistory } from '../../annexes/demo/demo-history.job.ts'
import { clearRemovedDemo, isDemoDue } from '../../annexes/demo/demo-organization/demo-organization.ts'
import { resetDemoIfDue } from '../../annexes/demo/demo-resets.ts'
import { isLoopback, isReachedFromElsewhere } from '../../frame/platform/trial.ts'
import { nameCommand } from '../administration/administration.ts'
import { type Config, createServer, readConfig, type Server, stopOnSignals } from '../main.ts'
import { requirePort } from '../start-trouble.ts'
import { CommandError } from './administration.ts'
import { repeatWork } from './repeat-work.ts'
import { startScheduledBackups } from './scheduled-backups.ts'
import { noteService } from './service-file.ts'

/** Options as given on the command line. */
export interface ServeOptions {
  port?: number
  host?: string
  dataDir?: string
  role?: Config['role']
  osm?: string[]
  json?: boolean
  /** For `start` only: true with --demo, false with --no-demo. */
  demo?: boolean
  /** For `start` only: the demo even if other machines can reach it. */
  demoForEveryone?: boolean
  /** For `start` only: the demo is made anew each night. */
  demoResets?: boolean
}

/** `ifDue`: the demo while nobody has begun with an organization of one's own. */
export type Serving = Omit<ServeOptions, 'demo'> & { demo: boolean | 'ifDue' }

/** Runs the service until it is told to end; resolves when it serves. Throws CommandError with what a person can mend. */
export async function serve(options: Serving): Promise<void> {
  const { port, host, role } = options
  const dataDirectory = options.dataDir === undefined ? undefined : resolve(options.dataDir)
  // A person reads this terminal: only what needs attention, unless the log was asked for.
  const logLevel = options.json ? undefined : (process.env.LOG_LEVEL ?? 'warn')
  const env = options.osm ? { ...process.env, OSM_FILE: options.osm.join(delimiter) } : process.env
  const config = readConfig(env, { port, host, role, dataDirectory, logLevel })
  if (options.demo && !options.demoForEveryone && isReachedFromElsewhere(config)) {
    throw new CommandError(
      `The demo is for this machine only, and others reach ${config.publicBaseUrl ?? config.host}. ` +
        'Add --no-demo, or --demo-for-everyone where whoever has its link may sign in.',
    )
  }
  await requirePort(config)
  const server = await createServer(config)
  stopOnSignals(server)
  try {
    const demo = (await isDemoWanted(server, options.demo)) ? await ensureDemo(server) : undefined
    const baseUrl = await server.start()
    if (demo) await startDemoHistory(server.services)
    if (demo && options.demoResets) startDemoResets(server)
    const setupUrl = demo || server.services.config.role === 'worker' ? undefined : await openSetup(server.services)
    const takeNoteAway = noteService(server.services.config.dataDirectory, baseUrl)
    process.once('exit', takeNoteAway)
    // Asks the service for its embedded database by the note.
    if (server.services.config.role !== 'api') startScheduledBackups(server.services)
    process.stdout.write(options.json ? readyLine(baseUrl, demo, setupUrl) : readyText(server, baseUrl, demo, setupUrl))
  } catch (error) {
    await server.stop()
    throw error
  }
}

/** Looks every five minutes whether the night's reset is due. */
function startDemoResets(server: Server): void {
  repeatWork(server.services, {
    everyMilliseconds: 5 * 60_000,
    failure: 'the demo was not reset',
    run: async () => void (await resetDemoIfDue(server)),
  })
}

async function isDemoWanted({ services }: Server, wish: Serving['demo']): Promise<boolean> {
  await clearRemovedDemo(services)
  return wish === 'ifDue' ? isDemoDue(services) : wish
}

function readyLine(baseUrl: string, demo: Demo | undefined, setupUrl: string | undefined): string {
  const { organization_id, project_id, api_key, login } = demo ?? ({} as Partial<Demo>)
  return `${JSON.stringify({ base_url: baseUrl, organization_id, project_id, api_key, login, setup_url: setupUrl })}\n`
}

function readyText(server: Server, baseUrl: string, demo: Demo | undefined, setupUrl: string | undefined): string {
  const { services } = server
  const { config } = services
  const database = config.databaseUrl ? 'PostgreSQL' : `embedded database in ${config.dataDirectory}`
  const lines = [
    '',
    'Routewright is running.',
    '',
    `  Planner      ${baseUrl}/planner/`,
    `  Documents    ${baseUrl}/docs   ${baseUrl}/openapi.json   ${baseUrl}/swagger.json`,
    `  Mails        ${mailText(server, baseUrl)}`,
    `  Data         ${database}`,
    `  State        ${nameCommand('administer')}   (prints a link to a page about this installation)`,
    ...(services.extracts.used.length > 0 ? [`  Map          ${mapText(server)}`] : []),
  ]
  if (demo) lines.push(...demoLines(baseUrl, demo))
  if (setupUrl)
    lines.push(
      '',
      'Nobody can sign in yet. Create the first administrator here; the link works once:',
      '',
      `  ${setupUrl}`,
    )
  const open = listOpen(server, demo)
  if (open.length > 0) lines.push('', ...open.map((line) => `  Open: ${line}`))
  if (!demo) lines.push('', `An organization and its API key: ${nameCommand('org create NAME')}`)
  lines.push('', 'Ctrl-C stops it.', '')
  return `${lines.join('\n')}\n`
}

function mailText({ services: { config, trial } }: Server, baseUrl: string): string {
  if (config.smtpUrl) return 'sent through SMTP_URL'
  if (trial.organizationId) return `${baseUrl}/outbox   (the demo's only, from this machine only)`
  return `kept as files in ${join(config.dataDirectory, 'outbox')}; set SMTP_URL to send them`
}

/** Returns what others could use that a closed service would not offer; each with the setting that closes it. */
function listOpen({ services: { config } }: Server, demo: Demo | undefined): string[] {
  const open: string[] = []
  if (isReachedFromElsewhere(config)) {
    if (demo) open.push('the demo, to whoever has its link or key (--demo-for-everyone)')
    if (!config.publicBaseUrl?.startsWith('https:'))
      open.push('what is sent and typed can be read on the way; put HTTPS in front')
  }
  if (config.allowPrivateWebhooks)
    open.push('webhooks of every organization may call this network (ALLOW_PRIVATE_WEBHOOKS)')
  if (config.metricsPort !== undefined && !isLoopback(config.metricsHost)) {
    open.push(
      `measurements at http://${config.metricsHost}:${config.metricsPort}/metrics, without a token (METRICS_HOST)`,
    )
  }
  const keyless = { 'OSRM’s paths': config.osrmPort, 'VROOM’s problems': config.vroomPort }
  for (const [what, port] of Object.entries(keyless)) {
    if (port === undefined || isLoopback(config.openHost)) continue
    open.push(`${what} at http://${config.openHost}:${port}/, without a key (OPEN_HOST)`)
  }
  return open
}

/** Returns the present state of the extracts; the first start builds for a while. */
function mapText({ services }: Server): string {
  const names = services.extracts.used.map(({ name }) => name).join(', ')
  const isReady = services.roads.find('car') !== undefined
  return isReady || services.config.routingUrl
    ? names
    : `${names}: being built; until then travel times are straight lines (see ${services.publicBase()}/health)`
}

/** Puts the password after the #, so that it is in no request and no log. */
function demoLink(baseUrl: string, { login }: Demo): string {
  return `${baseUrl}/planner/sign-in#demo=${encodeURIComponent(login.email)}:${encodeURIComponent(login.password)}`
}

function demoLines(baseUrl: string, demo: Demo): string[] {
  return [
    '',
    `  Demo login   ${demo.login.email}   ${demo.login.password}`,
    `  Open it      ${demoLink(baseUrl, demo)}`,
    `  API key      ${demo.api_key}`,
    `  Project      ${demo.project_id}`,
    '',
    'Optimize the demo day (8 vehicles, 120 stops):',
    '',
    `  curl -X POST "${baseUrl}/v2/plan/${demo.plan_id}/optimize?private_key=${demo.api_key}"`,
  ]
}
