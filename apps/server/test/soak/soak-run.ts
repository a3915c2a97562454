// Soaks a real service: drivers, open pages, the office and webhooks for as long as one likes, while its memory is looked at.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { WebhookAttempt, WebhookEvent } from '@routewright/contract'
import { createRandom } from '../random.ts'
import { type Mailbox, openMailbox } from '../scenarios/mailbox.ts'
import { createTenant, type ServiceProcess, type ServiceSettings, startService } from '../scenarios/service-process.ts'
import { crewSize, driveShifts } from './soak-crew.ts'
import { createExpectedEvents, createFaults, type ExpectedEvents, type Faults } from './soak-faults.ts'
import { type Ground, type SoakSize, wait } from './soak-ground.ts'
import { workInOffice } from './soak-office.ts'
import { keepPageOpen } from './soak-pages.ts'
import { type Behaviour, openSoakReceiver, type SoakReceiver } from './soak-receiver.ts'
import { createSampler, judgeLevels, type Level, type Sample } from './soak-samples.ts'

export interface SoakOptions {
  settings: Pick<ServiceSettings, 'dataDirectory' | 'databaseUrl'>
  size: SoakSize
  seed: number
  /** Calls that a short run waits for on a slow machine, two minutes at most, before it ends. */
  needed?: readonly string[]
  /** Told of each fault at once, and of the run. */
  say?: (line: string) => void
  onSample?: (sample: Sample) => void
}

export interface SoakResult {
  faults: Faults
  samples: Sample[]
  levels: Level[]
  counts: Map<string, number>
  events: Pick<ExpectedEvents, 'arrived' | 'longestMilliseconds'>
  mails: number
  /** Record of the receiver that misbehaved on purpose. */
  injected: { accepted: number; refused: number; slowSeconds: number }
  /** Attempts at the correct receiver that the service counted as failed, in its words. */
  failedAttempts: string[]
  /** Lines of the service's log by level. */
  logLines: Map<string, number>
}

/** When the second receiver misbehaves, in shares of the run. */
const misbehaviour: { from: number; until: number; behaviour: Behaviour }[] = [
  { from: 0.25, until: 0.3, behaviour: 'refusing' },
  { from: 0.55, until: 0.6, behaviour: 'slow' },
]
const probe = new URL('./memory-probe.ts', import.meta.url).href

export async function runSoak(options: SoakOptions): Promise<SoakResult> {
  const { size, say = () => {} } = options
  const faults = createFaults(say)
  const events = createExpectedEvents()
  const mailbox = await openMailbox()
  const steady = await openSoakReceiver((event) => noteReports(events, event))
  const moody = await openSoakReceiver()
  const metricsToken = randomBytes(16).toString('hex')
  const socketPath = join(options.settings.dataDirectory, 'probe.sock')
  const service = await start(options, mailbox, metricsToken, socketPath)
  const samples: Sample[] = []
  let isStopped = false
  try {
    const ground = await prepare(options, service, faults, events)
    const [steadyId] = await subscribe(ground, [steady, moody])
    const failed = new Map<number, string>()
    const take = createSampler(service, socketPath, metricsToken)
    await Promise.all([
      ...startEverybody(ground),
      misbehave(ground, moody),
      endLaterWithout(ground, options.needed ?? []),
      sample(ground, async () => {
        await noteFailedAttempts(ground, steadyId!, failed)
        const one = await take()
        samples.push(one)
        options.onSample?.(one)
      }),
    ])
    await settle(ground)
    isStopped = true
    const logLines = await stop(service, faults)
    const { accepted, refused } = moody
    const slowSeconds = size.minutes * 60 * 0.05
    const injected = { accepted, refused, slowSeconds }
    const { counts } = ground
    const levels = judgeLevels(samples)
    const failedAttempts = [...failed.values()]
    return { faults, samples, levels, counts, events, mails: mailbox.mails.length, injected, failedAttempts, logLines }
  } finally {
    if (!isStopped) await service.kill()
    await steady.close()
    await moody.close()
    await mailbox.close()
  }
}

/** Starts it as an operator would: production settings, mails by SMTP, default limits. */
function start({ settings }: SoakOptions, mailbox: Mailbox, metricsToken: string, socketPath: string) {
  return startService({
    ...settings,
    smtpUrl: mailbox.url,
    others: {
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      METRICS_TOKEN: metricsToken,
      REQUESTS_PER_MINUTE: undefined,
      MEMORY_PROBE_SOCKET: socketPath,
      NODE_OPTIONS: `--expose-gc --heapsnapshot-signal=SIGUSR2 --import=${probe}`,
    },
  })
}

async function prepare(
  { size, seed }: SoakOptions,
  service: ServiceProcess,
  faults: Faults,
  events: ExpectedEvents,
): Promise<Ground> {
  const login = { email: 'office@soak.example', password: randomBytes(12).toString('hex') }
  const tenant = await createTenant(service, 'Soaked', login)
  const session = await service.call('POST', '/app/v1/session', { headers: { origin: service.baseUrl }, body: login })
  session.expect(200)
  const cookie = session.headers
    .getSetCookie()
    .map((text) => text.split(';')[0])
    .join('; ')
  const end = Date.now() + size.minutes * 60_000
  return { service, tenant, cookie, size, faults, events, end, random: createRandom(seed), counts: new Map() }
}

async function subscribe({ service, tenant }: Ground, receivers: readonly SoakReceiver[]): Promise<string[]> {
  const ids: string[] = []
  for (const { url } of receivers) {
    const made = await service.administer('POST', '/app/v1/webhook', tenant.organization_id, { url })
    ids.push(made.expect(201).id)
  }
  return ids
}

/** Crews begin one after the other, so that their plans do not change all at once. */
function startEverybody(ground: Ground): Promise<void>[] {
  const { drivers, pages, shiftSeconds } = ground.size
  const crews = Math.ceil(drivers / crewSize)
  const plans: (string | undefined)[] = []
  const driving = Array.from({ length: crews }, async (_, number) => {
    await wait(ground, (number * shiftSeconds * 1_000) / crews / 2)
    const size = Math.min(crewSize, drivers - number * crewSize)
    await driveShifts(ground, { number, size }, (planId) => {
      plans[number] = planId
    })
  })
  const looking = Array.from({ length: pages }, (_, page) => keepPageOpen(ground, () => plans[page % crews]))
  return [...driving, ...looking, workInOffice(ground)]
}

/** Puts the end off, a second at a time, while one of these calls was never made. */
async function endLaterWithout(ground: Ground, needed: readonly string[]): Promise<void> {
  const latest = ground.end + 120_000
  const isMissing = () => ground.end < latest && needed.some((what) => !ground.counts.has(what))
  while (isMissing()) {
    ground.end = Math.max(ground.end, Date.now() + 2_000)
    await wait(ground, 1_000)
  }
}

async function misbehave(ground: Ground, receiver: SoakReceiver): Promise<void> {
  const begun = Date.now()
  const whole = ground.end - begun
  for (const { from, until, behaviour } of misbehaviour) {
    await wait(ground, begun + from * whole - Date.now())
    receiver.behaviour = behaviour
    await wait(ground, begun + until * whole - Date.now())
    receiver.behaviour = 'well'
  }
}

async function sample(ground: Ground, take: () => Promise<void>): Promise<void> {
  while (await wait(ground, ground.size.sampleSeconds * 1_000)) {
    try {
      await take()
    } catch (error) {
      ground.faults.add(`no sample: ${(error as Error).message}`)
    }
    for (const clientId of ground.events.takeOverdue())
      ground.faults.add(`the event of report ${clientId} did not come within 120 s`)
  }
}

/** Records failed attempts among the latest, by their id: a look every half minute sees nearly all of them. */
async function noteFailedAttempts(
  { service, tenant }: Ground,
  webhookId: string,
  failed: Map<number, string>,
): Promise<void> {
  const path = `/app/v1/webhook/${webhookId}/attempts?limit=200`
  const { docs } = (await service.administer('GET', path, tenant.organization_id)).expect(200)
  for (const { id, ok, error, duration_ms } of docs as WebhookAttempt[])
    if (!ok) failed.set(id, `${error} (after ${duration_ms} ms)`)
}

function noteReports(events: ExpectedEvents, { event_id, data }: WebhookEvent): void {
  if (event_id !== 'svc.planner.2.stop.reported') return
  for (const { client_id } of (data.reports ?? []) as { client_id?: string }[]) if (client_id) events.arrive(client_id)
}

/** Every report is told of, and no webhook was switched off. */
async function settle(ground: Ground): Promise<void> {
  const { events, faults, service, tenant } = ground
  const deadline = Date.now() + 120_000
  while (events.missing > 0 && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 50))
  if (events.missing > 0) faults.add(`${events.missing} events did not come within 120 s of the end`)
  const webhooks = (await service.administer('GET', '/app/v1/webhooks', tenant.organization_id)).expect(200)
  for (const { url, enabled } of webhooks as { url: string; enabled: boolean }[])
    if (!enabled) faults.add(`the webhook to ${url} was switched off`)
}

/** Ends it as an operator does; what it logged at error or above is a fault, and so is another exit than a clean one. */
async function stop(service: ServiceProcess, faults: Faults): Promise<Map<string, number>> {
  await service.stop()
  const { code, signal, stderr } = await service.command.ended()
  if (code !== 0) faults.add(`the service ended with ${code ?? signal}`)
  const lines = new Map<string, number>()
  for (const line of stderr.split('\n').filter((text) => text !== '')) {
    const level = getLevel(line)
    lines.set(level, (lines.get(level) ?? 0) + 1)
    if (level !== 'warn') faults.add(`logged: ${line.slice(0, 500)}`)
  }
  return lines
}

/** Returns the level of a line; one that is no log line is as bad as an error. */
function getLevel(line: string): string {
  try {
    const { level } = JSON.parse(line) as { level: number }
    return level < 50 ? 'warn' : 'error'
  } catch {
    return 'other'
  }
}
