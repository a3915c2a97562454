// The demo organization, its fleet and its day: made once, kept over restarts, completed when something is missing.
import type { RecipientSettingsInput } from '@routewright/contract'
import type { FastifyInstance } from 'fastify'
import { createApiKey } from '../../accounts/api-keys/api-keys.ts'
import { createOrganization, scopeOfAdministrator } from '../../accounts/organizations/organizations.ts'
import { listProjectIds } from '../../data/projects.sql.ts'
import { listUsersByEmail, updateUserRow } from '../../data/users.sql.ts'
import { dateInZone } from '../../frame/platform/calendar.ts'
import { createSecret } from '../../frame/platform/ids.ts'
import { getSurroundings, type Services } from '../../frame/platform/services.ts'
import { isReachedFromElsewhere } from '../../frame/platform/trial.ts'
import { updateRecipientSettings } from '../../telling/messages/messages.ts'
import { boundToClients, type DemoClient, demoClients, demoDay, demoDepot, demoDrivers, demoStops } from './demo-day.ts'
import { sendDemoHistory } from './demo-history.job.ts'
import {
  DEMO_EMAIL,
  type DemoNote,
  OWN_IDS,
  readDemoNote,
  writeDemoNote,
} from './demo-organization/demo-organization.ts'

export type Demo = Required<DemoNote>

const ORGANIZATION = 'Demo deliveries'
const PLAN_EXTERNAL_ID = `${OWN_IDS}day`
export const DEMO_TIMEZONE = 'Europe/Vaduz'

/** Messages by mail, and by SMS while the van is on its way. The day's addresses and numbers belong to nobody. */
const recipientSettings: RecipientSettingsInput = {
  messages: {
    kinds: {
      planned: { email: true },
      started: { email: true, sms: true },
      approaching: { email: true, sms: true },
      delayed: { email: true, sms: true },
      completed: { email: true },
      failed: { email: true },
    },
  },
  branding: { name: ORGANIZATION, color: '#0f766e', phone: '+423 555 01 00', website: 'https://routewright.example' },
}

/**
 * Creates missing parts of the demo, through the same interface as every client, and returns how to reach it. A new account gets
 * `password`, by default a random one.
 */
export async function ensureDemo(server: Server, password = createSecret('', 14)): Promise<Demo> {
  const { services } = server
  let note = readDemoNote(services)
  if (!note || !(await isKeyAccepted(server, note.api_key))) {
    note = await openAccount(services, password)
    writeDemoNote(services, note)
  }
  if (!isReachedFromElsewhere(services.config)) services.trial.organizationId = note.organization_id
  const call = caller(server, note.api_key)
  const planId = note.plan_id ?? (await findDemoPlan(call, note.project_id))
  if (planId && (await call('GET', `/v2/plan/${planId}`)).status === 200) {
    const demo: Demo = { ...note, plan_id: planId }
    if (note.plan_id !== planId) writeDemoNote(services, demo)
    return demo
  }
  const today = dateInZone(services.clock.now(), DEMO_TIMEZONE)
  const demo: Demo = { ...note, plan_id: await makeDemoDay(call, note.project_id, today) }
  await sendDemoHistory(services, { organization_id: note.organization_id, project_id: note.project_id })
  writeDemoNote(services, demo)
  return demo
}

async function findDemoPlan(call: Call, projectId: string): Promise<string | undefined> {
  const query = `project_id=${projectId}&text=${PLAN_EXTERNAL_ID}&limit=1`
  return expectStatus(await call<{ docs: { id: string }[] }>('GET', `/v2/plans?${query}`), 200).docs[0]?.id
}

/** The plan's id. Depot, fleet, drivers and address book are added only where there is none, so that people may change them. */
async function makeDemoDay(call: Call, projectId: string, today: string): Promise<string> {
  const query = `project_id=${projectId}`
  const fleet = await call<{ total: number }>('GET', `/v2/vehicles?${query}&limit=1`)
  if (expectStatus(fleet, 200).total === 0) await makeFleet(call, query, today)
  const clients = await ensureClients(call, query)
  const plan = { label: 'Demo day', external_id: PLAN_EXTERNAL_ID, stops: boundToClients(demoStops(), clients) }
  return expectStatus(await call<{ id: string }>('POST', `/v2/plan?${query}`, plan), 201).id
}

/** The depot and who drives are made with the vans, the vans before who drives them. */
async function makeFleet(call: Call, query: string, today: string): Promise<void> {
  type Made = { id: string }
  const depots = await call<{ docs: Made[] }>('GET', `/app/v1/depots?${query}&limit=1`)
  const [known] = expectStatus(depots, 200).docs
  const depot = known ?? expectStatus(await call<Made>('POST', `/app/v1/depot?${query}`, demoDepot()), 201)
  const { vehicles } = demoDay(depot.id)
  const made = expectStatus(await call<Made[]>('POST', `/v3/vehicles?${query}`, vehicles), 201)
  const ids = made.map(({ id }) => id)
  expectStatus(await call('POST', `/app/v1/drivers?${query}`, demoDrivers(ids, today)), 201)
}

async function ensureClients(call: Call, query: string): Promise<DemoClient[]> {
  const known = expectStatus(await call<{ docs: DemoClient[] }>('GET', `/v2/clients?${query}&limit=100`), 200).docs
  if (known.length > 0) return known
  const made = []
  for (const client of demoClients())
    made.push(expectStatus(await call<DemoClient>('POST', `/v2/client?${query}`, client), 201))
  return made
}

/** A new organization, or, where demo.json was lost, a new key and password for the one that is there. */
async function openAccount(services: Services, password: string): Promise<DemoNote> {
  const passwordHash = await services.passwords.hash(password)
  const login = { email: DEMO_EMAIL, password }
  return await services.database.transaction(async (tx) => {
    const founding = getSurroundings(services, tx)
    const [user] = await listUsersByEmail(tx, DEMO_EMAIL)
    const scope = user && (await scopeOfAdministrator(founding, user.organization_id))
    const [projectId] = scope ? await listProjectIds(scope) : []
    if (!user || !scope || !projectId) {
      const project = { label: 'Vaduz', timezone: DEMO_TIMEZONE, currency: 'CHF' }
      const created = await createOrganization(founding, {
        name: ORGANIZATION,
        login: { email: DEMO_EMAIL, passwordHash },
        project,
        keyLabel: 'Demo key',
      })
      const founder = await scopeOfAdministrator(founding, created.organization_id)
      await updateRecipientSettings(founder, created.project_id, recipientSettings, undefined, false)
      return { ...created, login }
    }
    await updateUserRow(scope, user.id, { password_hash: passwordHash })
    const { key } = await createApiKey(scope, { label: 'Demo key' })
    return { organization_id: user.organization_id, project_id: projectId, api_key: key, login }
  })
}

interface Answer<T> {
  status: number
  body: T
  text: string
}

type Call = <T = unknown>(method: 'GET' | 'POST', path: string, body?: object) => Promise<Answer<T>>

/** The server that the demo is made in. */
export interface Server {
  app: Pick<FastifyInstance, 'inject'>
  services: Services
}

/** Calls the server within this process; nothing has to be listening yet. */
function caller(server: Pick<Server, 'app'>, apiKey: string): Call {
  return async <T>(method: 'GET' | 'POST', path: string, body?: object) => {
    const url = `${path}${path.includes('?') ? '&' : '?'}private_key=${apiKey}`
    const answer = await server.app.inject({ method, url, ...(body ? { payload: body } : {}) })
    const isJson = String(answer.headers['content-type'] ?? '').includes('json')
    return { status: answer.statusCode, text: answer.body, body: (isJson ? answer.json() : undefined) as T }
  }
}

async function isKeyAccepted(server: Pick<Server, 'app'>, apiKey: string): Promise<boolean> {
  return (await caller(server, apiKey)('GET', '/v2/projects')).status === 200
}

function expectStatus<T>(answer: Answer<T>, status: number): T {
  if (answer.status === status) return answer.body
  throw new Error(`The demo could not be made: status ${answer.status}, ${answer.text.slice(0, 500)}`)
}
