// A real service of its own for a scenario: the command line as a process, an organization made through its interface.
import { findAdminSecret } from '../../src/frame/platform/admin-secret.ts'
import { type RunningCommand, startCommand } from '../processes.ts'
import { type CallOptions, createCaller, type HttpAnswer } from './http-caller.ts'

export interface ServiceProcess {
  readonly baseUrl: string
  readonly command: RunningCommand
  /** The page on which the first administrator is made, while there is none. */
  readonly setupUrl?: string
  call(method: string, path: string, options?: CallOptions): Promise<HttpAnswer>
  /** The same with the secret of the machine's administrator, on behalf of the organization. */
  administer(method: string, path: string, organizationId?: string, body?: unknown): Promise<HttpAnswer>
  /** Ends it the way a person does, and waits. */
  stop(): Promise<void>
  /** kill -9, and waits until it is gone. */
  kill(): Promise<void>
}

export interface ServiceSettings {
  dataDirectory: string
  /** Absent: the embedded database in the data directory. */
  databaseUrl?: string
  smtpUrl?: string
  /** Extract whose roads cars drive on; absent: straight lines. */
  osmFile?: string
  /** 0 (the default) lets the system choose. */
  port?: number
  /** routewright.mjs of another version; absent: this one. */
  program?: string
  /** Further settings by their names, which win over what is set here. */
  others?: Record<string, string | undefined>
}

/** Starts `routewright serve` and waits until it serves. Rejects, with what it printed, when it ends instead. */
export async function startService(settings: ServiceSettings): Promise<ServiceProcess> {
  const environment = {
    DATA_DIR: settings.dataDirectory,
    DATABASE_URL: settings.databaseUrl,
    SMTP_URL: settings.smtpUrl,
    OSM_FILE: settings.osmFile ?? 'none',
    ROAD_MODES: 'car',
    // The receivers of events listen on this machine.
    ALLOW_PRIVATE_WEBHOOKS: 'yes',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'error',
    // No user waits for these drivers: their own limit must not hide a lost connection.
    REQUESTS_PER_MINUTE: '100000',
    ...settings.others,
  }
  const args = ['serve', '--json', '--port', String(settings.port ?? 0)]
  const command = startCommand(args, environment, settings.program)
  const ready = JSON.parse(await command.firstLine()) as { base_url: string; setup_url?: string }
  const { base_url: baseUrl, setup_url: setupUrl } = ready
  const call = createCaller(baseUrl)
  const ended = async (signal: NodeJS.Signals) => {
    command.child.kill(signal)
    await command.ended()
  }
  return {
    baseUrl,
    setupUrl,
    command,
    call,
    administer(method, path, organizationId, body) {
      const secret = findAdminSecret(settings.dataDirectory)
      const headers = { authorization: `Bearer ${secret}` }
      return call(method, path, { headers, body, query: { organization_id: organizationId } })
    },
    stop: () => ended('SIGTERM'),
    kill: () => ended('SIGKILL'),
  }
}

/** An organization with its first project and key. */
export interface Tenant {
  organization_id: string
  project_id: string
  api_key: string
}

/** `login` is the first administrator's; without it nobody can sign in. */
export async function createTenant(
  service: ServiceProcess,
  name: string,
  login?: { email: string; password: string },
): Promise<Tenant> {
  return (await service.administer('POST', '/app/v1/organizations', undefined, { name, ...login })).expect(201)
}
