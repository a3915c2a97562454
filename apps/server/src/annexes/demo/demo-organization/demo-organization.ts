// The demo organization's data outside its records, and its permanent removal.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { DemoReplacement } from '@routewright/contract'
import { deleteOrganization, isOrganizationThere } from '../../../accounts/organizations/organizations.ts'
import { openSetup, type SignedIn, setUp } from '../../../accounts/users/users.ts'
import { listOrganizationPage } from '../../../data/organizations.sql.ts'
import { listUsersByEmail } from '../../../data/users.sql.ts'
import { notFound } from '../../../frame/platform/api-error.ts'
import { createDayClock } from '../../../frame/platform/day-clock.ts'
import { readJsonFile, writeJsonFile } from '../../../frame/platform/json-file.ts'
import type { Tx } from '../../../frame/platform/scope.ts'
import { type Services, systemScope } from '../../../frame/platform/services.ts'
import { carryEntered } from './entered.ts'

export { CLIENT_IDS, OWN_IDS, PAST_DAYS, RECIPIENTS } from './own-ids.ts'

/** Signs in to the demo, unless somebody changed it. */
export const DEMO_EMAIL = 'demo@routewright.example'

/** How to reach the demo, as it stands in the data folder. */
export interface DemoNote {
  organization_id: string
  project_id: string
  api_key: string
  login: { email: string; password: string }
  /** Noted last, so its absence means that making the demo was interrupted. */
  plan_id?: string
}

/** Note that remains after the removal, so that no start recreates the demo by itself. */
interface RemovalNote {
  removed_at: string
}

const noteFile = 'demo.json'
const timeFile = 'demo-time.json'

export function readDemoNote(services: Services): DemoNote | undefined {
  const note = readNote(services)
  return note && 'organization_id' in note ? note : undefined
}

function readNote({ config }: Services): DemoNote | RemovalNote | undefined {
  return readJsonFile(join(config.dataDirectory, noteFile))
}

/** The note holds the key, so only its owner may read it. */
export function writeDemoNote({ config }: Services, note: DemoNote | RemovalNote): void {
  writeJsonFile(join(config.dataDirectory, noteFile), note, 0o600)
}

/** Whether a start makes the demo by itself: it is there, or nobody took it away or began with an organization of one's own. */
export async function isDemoDue(services: Services): Promise<boolean> {
  const note = readNote(services)
  if (note && 'removed_at' in note) return false
  const { total } = await listOrganizationPage(services.database.db, 1, 0)
  return total === 0 || (await findDemo(services)) !== undefined
}

/** Finds the demo by its note, or by its sign-in where the note was lost. */
async function findDemo(services: Services): Promise<string | undefined> {
  const noted = readDemoNote(services)?.organization_id
  if (noted && (await isOrganizationThere(services, noted))) return noted
  const [user] = await services.database.transaction((tx) => listUsersByEmail(tx, DEMO_EMAIL))
  return user?.organization_id
}

/** Removes the demo permanently. If nobody can sign in any more, returns a setup link for the first user. Throws 404. */
export async function removeDemo(services: Services): Promise<{ organization_id: string; setup_url?: string }> {
  const organizationId = await getDemo(services)
  await takeDemoAway(services, organizationId)
  const setupUrl = await openSetup(services)
  return { organization_id: organizationId, ...(setupUrl === undefined ? {} : { setup_url: setupUrl }) }
}

/** Removes the demo with its background work, rows and files. */
export function takeDemoAway(services: Services, organizationId: string): Promise<void> {
  return endDemo(services, organizationId, (remove) => services.database.transaction(remove))
}

/**
 * Puts an organization of one's own in the place of the demo, in one transaction, and signs its administrator in; with
 * `keep_entered`, what people entered comes along. Throws 404, and invalid_payload when the address is taken.
 */
export async function replaceDemo(
  services: Services,
  { keep_entered, ...input }: DemoReplacement,
  userAgent: string | undefined,
): Promise<SignedIn> {
  const organizationId = await getDemo(services)
  return endDemo(services, organizationId, (remove) =>
    setUp(services, input, userAgent, {
      async after(to, projectId) {
        if (keep_entered) await carryEntered(systemScope(services, to.tx, organizationId, to.now), to, projectId)
        await remove(to.tx)
      },
    }),
  )
}

async function getDemo(services: Services): Promise<string> {
  const organizationId = await findDemo(services)
  if (!organizationId) throw notFound('demo', 'organization')
  return organizationId
}

/**
 * Removes the demo in order: first its background work ends, then its rows go, then its files; a later start that finds the note
 * without rows deletes the files.
 */
async function endDemo<T>(
  services: Services,
  organizationId: string,
  transact: (remove: (tx: Tx) => Promise<void>) => Promise<T>,
): Promise<T> {
  const { trial, clock } = services
  for (const end of trial.endings) await end()
  const result = await transact((tx) => deleteOrganization(systemScope(services, tx, organizationId, clock.now())))
  trial.organizationId = undefined
  trial.dayClock = createDayClock()
  await deleteFiles(services, organizationId)
  return result
}

/** Deletes what an interrupted removal left in the data folder. */
export async function clearRemovedDemo(services: Services): Promise<void> {
  const note = readDemoNote(services)
  if (!note) return
  if (!(await isOrganizationThere(services, note.organization_id))) await deleteFiles(services, note.organization_id)
}

/** The note last: as long as it names the demo, the rest is found. */
async function deleteFiles(services: Services, organizationId: string): Promise<void> {
  await services.outbox.clear(organizationId)
  await rm(join(services.config.dataDirectory, timeFile), { force: true })
  writeDemoNote(services, { removed_at: services.clock.now().toISOString() })
}
