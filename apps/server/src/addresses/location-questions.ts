// Asks recipients by mail to confirm or correct a place that was found in part only, or not at all.
import { getPlan } from '../plans/plans.ts'
import type { Jobs } from '../platform/jobs.ts'
import { type MailMessage, queueMail } from '../platform/mail.ts'
import type { Scope } from '../platform/scope.ts'
import { getProject } from '../projects/projects.ts'
import type { StopRecord } from '../stops/stops.ts'
import { markLocationAsked } from './addresses.sql.ts'

/**
 * Queues a mail for each doubtful stop with an e-mail address, and answers the records with that noted. The link is the
 * stop's tracking view, so only stops of a plan are asked about, and none of a draft.
 */
export async function askForPlaces(scope: Scope, jobs: Jobs, stops: readonly StopRecord[]): Promise<StopRecord[]> {
  const doubtful = stops.filter((stop) => stop.plan_id && stop.email && isDoubtful(stop))
  const [first] = doubtful
  if (!first) return [...stops]
  const plan = await getPlan(scope, first.plan_id as string)
  if (plan.status === 'draft') return [...stops]
  const project = await getProject(scope, plan.project_id)
  for (const stop of doubtful) await queueMail(scope.tx, jobs, question(stop, project.label))
  const asked = new Set(doubtful.map(({ id }) => id as string))
  await markLocationAsked(scope.tx, [...asked], scope.now)
  const noted = { location_validation_sent: true, location_validation_sent_at: scope.now }
  return stops.map((stop) => (asked.has(stop.id as string) ? { ...stop, ...noted } : stop))
}

/** Found in part is a guess; without coordinates nobody can drive there. */
function isDoubtful({ location }: StopRecord): boolean {
  return !location || location.lat === undefined || location.partial_match === true
}

function question({ email, tracking_url, location }: StopRecord, projectName: string): MailMessage {
  const address = location?.label?.replace(/\s+/g, ' ').trim()
  return {
    to: email as string,
    subject: 'Where shall we deliver?',
    text: [
      `${projectName.replace(/\s+/g, ' ').trim()} has a delivery for you${address ? ` at this address: ${address}` : ''}.`,
      'We could not find the place for certain. Please confirm it on the map, or correct it:',
      tracking_url,
    ].join('\n\n'),
  }
}
