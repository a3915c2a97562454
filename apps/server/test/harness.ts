// Foundation of the server's tests: a server on a database of its own, a clock that is set, mails that are kept.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { UserRole } from '@routewright/contract'
import { afterAll, beforeAll, expect } from 'vitest'
import type { App } from '../src/frame/http/server.ts'
import type { Clock } from '../src/frame/platform/clock.ts'
import { type Config, readConfig } from '../src/frame/platform/config.ts'
import { createId, createSecret } from '../src/frame/platform/ids.ts'
import type { Mail, MailMessage } from '../src/frame/platform/mail.ts'
import { digestSecret, type PasswordCost } from '../src/frame/platform/password.ts'
import type { Services } from '../src/frame/platform/services.ts'
import { createServer, type Server } from '../src/process/server.ts'
import { noteAnswered } from './answered.ts'
import { requireDeclaredEvent } from './declared.ts'
import { noteExample } from './recorded-examples.ts'
import { createTestDatabase, type TestDatabase, testBackend } from './template.ts'

/** The link of the first start, for tests of its page. */
export { openSetup } from '../src/accounts/users/users.ts'

export interface TestClock extends Clock {
  set(moment: string | Date): void
  advanceSeconds(seconds: number): void
}

/** An organization with one administrator, one project and one key. */
export interface Account {
  organization_id: string
  user_id: string
  project_id: string
  key: string
  key_id: string
}

export interface CallOptions {
  /** Sent as private_key. */
  key?: string
  query?: Record<string, string | number | boolean | undefined>
  /** Sent as JSON; a string or Buffer is sent unchanged. */
  body?: unknown
  headers?: Record<string, string>
}

export interface Answer {
  status: number
  /** Parsed JSON, or undefined when the body is empty or not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into responses of every shape
  body: any
  text: string
  headers: Record<string, string | string[] | number | undefined>
}

export interface TestServer {
  readonly app: App
  readonly services: Services
  readonly backend: 'pglite' | 'postgres'
  readonly clock: TestClock
  /** Mails sent so far. */
  readonly mails: MailMessage[]
  /** Log lines so far, as written. */
  readonly logLines: string[]
  /** http://…, when started with `listen`. */
  readonly address: string
  /** Data directory of this server, removed at the end. */
  readonly directory: string
  call(method: string, path: string, options?: CallOptions): Promise<Answer>
  createAccount(name?: string): Promise<Account>
  /** Creates another user of the organization, with a key; `projects` are the user's memberships. */
  createUser(account: Account, role: UserRole, projects?: string[]): Promise<{ user_id: string; key: string }>
  createProject(account: Account, label?: string): Promise<string>
  /** Says as the machine's administrator that the mail domain belongs to the organization. */
  confirmDomain(account: Account, domain: string): Promise<void>
  /** Creates a session of the user, as the `cookie` header of its calls; it counts as used until it ends, after this many days. */
  signIn(userId: string, days?: number): Promise<string>
}

export interface TestServerOptions {
  config?: Partial<Config>
  /** Listens on a free port and works the queues off; else requests are injected and jobs wait. */
  listen?: boolean
  /** Files of the embedded database in a directory instead of memory. */
  onDisk?: boolean
  /** The system's clock instead of one that stands at 2026-03-02T08:00:00Z. */
  realClock?: boolean
  /** Instead of mails that are kept in `mails`. */
  mail?: Mail
  /** Events that a test records itself may lack what their declarations promise. */
  incompleteEvents?: boolean
  /** For tests of the core's slices that are about what an annex makes of them. */
  annexes?: 'all'
  /** Passwords are hashed at the cost of production, half a second each, instead of at `cheapCost`. */
  costlyPasswords?: boolean
}

const coreRooms = /\/apps\/server\/src\/(accounts|geography|planning|optimizing|telling|field)\//

/** Tests of the core's slices have a service without annexes, so that nobody comes to need one there; `npm test -- all` adds them. */
function isOfTheCore(testPath: string | undefined): boolean {
  return process.env.ROUTEWRIGHT_RUN !== 'all' && testPath !== undefined && coreRooms.test(testPath)
}

/** Few tests are about what a guess costs; the others only need a password that is right or wrong. */
export const cheapCost: PasswordCost = { N: 1_024, r: 8, p: 1 }

/** A server for all tests of the file; started before the first and stopped, with nothing left over, after the last. */
export function useTestServer(options: TestServerOptions = {}): TestServer {
  let running: (TestServer & { stop(): Promise<void> }) | undefined
  beforeAll(async () => {
    running = await startTestServer(options)
  })
  afterAll(async () => {
    await running?.stop()
    await expectNothingLeftOver()
  })
  return new Proxy({} as TestServer, {
    get: (_, name) => {
      if (!running) throw new Error('The test server starts in beforeAll; use it inside tests and hooks.')
      return Reflect.get(running, name)
    },
  })
}

/** For tests that start several servers or restart one; `database` shares one between them. */
export async function startTestServer(
  options: TestServerOptions & { database?: TestDatabase; directory?: string } = {},
): Promise<TestServer & { stop(): Promise<void> }> {
  const directory = options.directory ?? mkdtempSync(join(tmpdir(), 'routewright-test-'))
  const database = options.database ?? (await createTestDatabase())
  const clock = createTestClock(options.realClock)
  const mails: MailMessage[] = []
  const logLines: string[] = []
  const config = readConfig(
    {},
    {
      environment: 'test',
      port: 0,
      dataDirectory: directory,
      databaseUrl: database.databaseUrl,
      databaseDirectUrl: database.databaseDirectUrl,
      // One as old as Debian 12 brings keeps none.
      databasePrepares: database.databaseDirectUrl === undefined,
      databasePoolSize: 5,
      requestsPerMinute: 1_000_000,
      drainSeconds: 0,
      // Tests of roads, addresses or the map name an extract: building them takes seconds.
      osmFiles: [],
      allowPrivateWebhooks: true,
      logLevel: process.env.TEST_LOG_LEVEL ?? 'info',
      ...options.config,
    },
  )
  const server = await createServer(config, {
    clock,
    mail: options.mail ?? createKeptMail(mails),
    writeLog: (line) => {
      logLines.push(line)
      if (process.env.TEST_LOG_LEVEL) process.stderr.write(line)
    },
    inMemory: !options.onDisk,
    checkEvent: options.incompleteEvents ? undefined : requireDeclaredEvent,
    startEmbedded: options.onDisk ? undefined : database.startEmbedded,
    passwordCost: options.costlyPasswords ? undefined : cheapCost,
    annexes: options.annexes === 'all' || !isOfTheCore(expect.getState().testPath) ? undefined : [],
  })
  const address = options.listen ? await server.start() : ''
  return {
    ...createBuilders(server),
    app: server.app,
    services: server.services,
    backend: testBackend,
    clock,
    mails,
    logLines,
    address,
    directory,
    call: (method, path, call) => injectInto(server.app, method, path, call),
    async stop() {
      try {
        await server.stop()
      } finally {
        await noteAnswered(testBackend, server.services.metrics)
      }
      if (!options.database) await database.drop()
      if (!options.directory) rmSync(directory, { recursive: true, force: true })
    },
  }
}

function createTestClock(isReal = false): TestClock {
  let moment = Date.parse('2026-03-02T08:00:00.000Z')
  return {
    now: () => (isReal ? new Date() : new Date(moment)),
    set: (to) => {
      moment = new Date(to).getTime()
    },
    advanceSeconds: (seconds) => {
      moment += seconds * 1000
    },
  }
}

function createKeptMail(mails: MailMessage[]): Mail {
  return {
    send: async (message) => {
      mails.push(message)
    },
  }
}

/** Sends one request to any frame, without a network. */
export async function injectInto(app: App, method: string, path: string, options: CallOptions = {}): Promise<Answer> {
  const { key, body } = options
  const url = new URL(path, 'http://routewright.test')
  if (key !== undefined) url.searchParams.set('private_key', key)
  for (const [name, value] of Object.entries(options.query ?? {})) {
    if (value !== undefined) url.searchParams.set(name, String(value))
  }
  const isRaw = typeof body === 'string' || Buffer.isBuffer(body)
  const response = await app.inject({
    method: method as 'GET',
    url: url.pathname + url.search,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...options.headers },
    payload: body === undefined || isRaw ? (body as string | Buffer | undefined) : JSON.stringify(body),
  })
  const answer = {
    status: response.statusCode,
    text: response.body,
    headers: response.headers,
    body: /[/+]json/.test(String(response.headers['content-type'])) ? JSON.parse(response.body) : undefined,
  }
  if (answer.status < 300) noteExample(method, url, isRaw ? undefined : body, answer.body)
  return answer
}

type Builders = Pick<TestServer, 'createAccount' | 'createUser' | 'createProject' | 'confirmDomain' | 'signIn'>

function createBuilders({ services }: Server): Builders {
  const { db } = services.database
  const times = () => ({ created_at: services.clock.now(), updated_at: services.clock.now() })
  const addKey = async (organization_id: string, user_id: string) => {
    const key = createSecret('api_key_', 40)
    const key_id = createId(services.clock.now())
    const { created_at } = times()
    const values = { id: key_id, organization_id, user_id, digest: digestSecret(key), hint: key.slice(-4), created_at }
    await db.insertInto('api_keys').values(values).execute()
    return { key, key_id }
  }
  const addUser = async (organization_id: string, role: UserRole) => {
    const id = createId(services.clock.now())
    const user = { id, organization_id, email: `${id}@example.test`, password_hash: null, role, ...times() }
    await db.insertInto('users').values(user).execute()
    return id
  }
  const createProject: Builders['createProject'] = async (account, label = 'Project') => {
    const id = createId(services.clock.now())
    const { organization_id } = account
    await db
      .insertInto('projects')
      .values({ id, organization_id, created_by: null, label, ...times() })
      .execute()
    return id
  }
  return {
    createProject,
    async signIn(user_id, days = 1) {
      const token = createSecret('rw_session_', 43)
      const now = services.clock.now()
      const end = new Date(now.getTime() + days * 86_400_000)
      const times = { created_at: now, last_seen_at: end, expires_at: end }
      const session = { id: createId(now), user_id, token_digest: digestSecret(token), user_agent: null, ...times }
      await db.insertInto('user_sessions').values(session).execute()
      return `rw_session=${token}`
    },
    async createAccount(name = 'Organization') {
      const organization_id = createId(services.clock.now())
      await db
        .insertInto('organizations')
        .values({ id: organization_id, name, ...times() })
        .execute()
      const user_id = await addUser(organization_id, 'organization_administrator')
      const account = { organization_id, user_id, project_id: '', ...(await addKey(organization_id, user_id)) }
      return { ...account, project_id: await createProject(account) }
    },
    async confirmDomain({ organization_id }, domain) {
      const proof = { organization_id, domain, proven_by: 'administrator' as const, proven_at: services.clock.now() }
      await db.insertInto('proven_domains').values(proof).execute()
    },
    async createUser(account, role, projects = []) {
      const user_id = await addUser(account.organization_id, role)
      for (const project_id of projects) {
        const { created_at } = times()
        await db
          .insertInto('project_members')
          .values({ project_id, user_id, role: 'project_user', created_at })
          .execute()
      }
      return { user_id, key: (await addKey(account.organization_id, user_id)).key }
    },
  }
}

/** Sockets, threads and child processes that a server should have ended. */
const watchedResources = new Set(['TCPSocketWrap', 'TCPServerWrap', 'MessagePort', 'Worker', 'ProcessWrap'])

function listWatched(): string[] {
  return process.getActiveResourcesInfo().filter((name) => watchedResources.has(name))
}

const watchedAtStart = listWatched().length

/** Longest time for closing idle connections of the previous file: files share a process. */
const closingMilliseconds = 10_000

/** Fails when a test file leaves a connection, a thread or a child process. */
async function expectNothingLeftOver(): Promise<void> {
  const end = Date.now() + closingMilliseconds
  let left = listWatched()
  while (left.length > watchedAtStart && Date.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    left = listWatched()
  }
  expect(left.length, `left over: ${left.join(', ')}`).toBeLessThanOrEqual(watchedAtStart)
}

/**
 * Awaits a condition: for what happens in the background. Fails after `seconds`. The longer it has waited the less often it looks,
 * so that it hears of it a tenth of the time later at most, and what it waits for has the processor.
 */
export async function until<T>(
  what: string,
  find: () => Promise<T | undefined | false> | T | undefined | false,
  seconds = 60,
): Promise<T> {
  const begun = Date.now()
  for (;;) {
    const found = await find()
    if (found) return found
    const waited = Date.now() - begun
    if (waited > seconds * 1000) throw new Error(`Waited ${seconds} s in vain for ${what}.`)
    await new Promise((resolve) => setTimeout(resolve, Math.min(Math.max(waited / 10, 10), 250)))
  }
}
