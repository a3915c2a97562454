// Makes the demo anew each night, for a public trial: everything that visitors entered is deleted, and the sign-in stays.
import { findOrganization } from '../../data/organizations.sql.ts'
import { dateInZone } from '../../frame/platform/calendar.ts'
import { secondsOfPlanDay } from '../../frame/platform/local-time.ts'
import type { Tx } from '../../frame/platform/scope.ts'
import { type Services, systemScope } from '../../frame/platform/services.ts'
import { DEMO_TIMEZONE, type Demo, ensureDemo, type Server } from './demo.ts'
import { readDemoNote, takeDemoAway } from './demo-organization/demo-organization.ts'

/** Second of the demo's day from which its night's reset is due: a visitor of the evening is not interrupted at midnight. */
const DUE_SECONDS = 3 * 3_600

/**
 * Deletes a demo that was made on an earlier day and makes a new one with the same sign-in, from three in the morning on. Returns the new
 * demo; undefined where no reset was due.
 */
export async function resetDemoIfDue(server: Server): Promise<Demo | undefined> {
  const { services } = server
  const note = readDemoNote(services)
  if (!note || !(await isDue(services, note.organization_id))) return undefined
  await takeDemoAway(services, note.organization_id)
  return ensureDemo(server, note.login.password)
}

async function isDue(services: Services, organizationId: string): Promise<boolean> {
  const now = services.clock.now()
  const read = (tx: Tx) => findOrganization(systemScope(services, tx, organizationId, now))
  const organization = await services.database.transaction(read)
  if (!organization) return false
  const today = dateInZone(now, DEMO_TIMEZONE)
  const isOfToday = dateInZone(organization.created_at, DEMO_TIMEZONE) === today
  return !isOfToday && secondsOfPlanDay(now, new Date(today), DEMO_TIMEZONE) >= DUE_SECONDS
}
