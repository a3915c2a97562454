// The demo organization, its fleet and its day: made once, kept over restarts, completed when something is missing.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RecipientSettingsInput } from '@routewright/contract'
import { createApiKey } from '../api-keys/api-keys.ts'
import { findFirstProjectId } from '../data/projects.sql.ts'
import { findUserByEmail, updateUserRow } from '../data/users.sql.ts'
import { updateRecipientSettings } from '../messages/messages.ts'
import { createOrganization, scopeOfAdministrator } from '../organizations/organizations.ts'
import { createSecret } from '../platform/ids.ts'
import { hashPassword } from '../platform/password.ts'
import { type Services, surroundingsOf } from '../platform/services.ts'
import { isReachedFromElsewhere } from '../platform/trial.ts'
import type { Server } from '../server.ts'
import { demoDay } from './demo-day.ts'

export interface Demo {
  organization_id: string
  project_id: string
  api_key: string
  login: { email: string; password: string }
  plan_id: string
}

const EMAIL = 'demo@routewright.example'
const ORGANIZATION = 'Demo deliveries'
const PLAN_EXTERNAL_ID = 'demo-day'

/** Without a mail server the messages go to a folder; to the made-up addresses of the day they may go nowhere else. */
const recipientSettings: RecipientSettingsInput = {
  messages: {
    kinds: Object.fromEntries(
      (['planned', 'started', 'approaching', 'delayed', 'completed', 'failed'] as const).map((kind) => [
        kind,
        { email: true },
      ]),
    ),
  },
  branding: { name: ORGANIZATION, color: '#0f766e', phone: '+423 555 01 00', website: 'https://routewright.example' },
}

/** What stands in demo.json; the plan is noted last, so its absence means that the seeding was interrupted. */
type Note = Omit<Demo, 'plan_id'> & { plan_id?: string }

/** Makes what is missing of the demo, through the same interface that every client uses, and answers how to reach it. */
export async function ensureDemo(server: Pick<Server, 'app' | 'services'>): Promise<Demo> {
  const { services } = server
  const path = join(services.config.dataDirectory, 'demo.json')
  let note = readNote(path)
  if (!note || !(await isKeyAccepted(server, note.api_key))) {
    note = await openAccount(services)
    writeNote(path, note)
  }
  if (!isReachedFromElsewhere(services.config)) services.trial.organizationId = note.organization_id
  const call = caller(server, note.api_key)
  const planId = note.plan_id ?? (await findDemoPlan(call, note.project_id))
  if (planId && (await call('GET', `/v2/plan/${planId}`)).status === 200) {
    const demo: Demo = { ...note, plan_id: planId }
    if (note.plan_id !== planId) writeNote(path, demo)
    return demo
  }
  const demo: Demo = { ...note, plan_id: await makeDemoDay(call, note.project_id) }
  writeNote(path, demo)
  return demo
}

async function findDemoPlan(call: Call, projectId: string): Promise<string | undefined> {
  const query = `project_id=${projectId}&text=${PLAN_EXTERNAL_ID}&limit=1`
  return expectStatus(await call<{ docs: { id: string }[] }>('GET', `/v2/plans?${query}`), 200).docs[0]?.id
}

/** The plan's id. The fleet is added only where there is none, so that people may change it. */
async function makeDemoDay(call: Call, projectId: string): Promise<string> {
  const { vehicles, stops } = demoDay()
  const query = `project_id=${projectId}`
  const fleet = await call<{ total: number }>('GET', `/v2/vehicles?${query}&limit=1`)
  if (expectStatus(fleet, 200).total === 0) expectStatus(await call('POST', `/v3/vehicles?${query}`, vehicles), 201)
  const plan = { label: 'Demo day', external_id: PLAN_EXTERNAL_ID, stops }
  return expectStatus(await call<{ id: string }>('POST', `/v2/plan?${query}`, plan), 201).id
}

/** A new organization, or, where demo.json was lost, a new key and password for the one that is there. */
async function openAccount(services: Services): Promise<Note> {
  const password = createSecret('', 14)
  const passwordHash = await hashPassword(password)
  const login = { email: EMAIL, password }
  return await services.database.transaction(async (tx) => {
    const founding = surroundingsOf(services, tx)
    const user = await findUserByEmail(tx, EMAIL)
    const projectId = user && (await findFirstProjectId(tx, user.organization_id))
    if (!user || !projectId) {
      const project = { label: 'Vaduz', timezone: 'Europe/Vaduz', currency: 'CHF' }
      const created = await createOrganization(founding, {
        name: ORGANIZATION,
        login: { email: EMAIL, passwordHash },
        project,
        keyLabel: 'Demo key',
      })
      const scope = await scopeOfAdministrator(founding, created.organization_id)
      await updateRecipientSettings(scope, created.project_id, recipientSettings, false)
      return { ...created, login }
    }
    await updateUserRow(tx, user.id, { password_hash: passwordHash }, founding.now)
    const scope = await scopeOfAdministrator(founding, user.organization_id)
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

function readNote(path: string): Note | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Note
  } catch {
    return undefined
  }
}

/** The note holds the key, so only its owner may read it. */
function writeNote(path: string, note: Note): void {
  mkdirSync(join(path, '..'), { recursive: true })
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, JSON.stringify(note, null, 2), { mode: 0o600 })
  renameSync(draft, path)
}
