// The rules of the mail each Monday: who gets it, what it tells, and that it is sent once.

import { auditRecord } from '../../../accounts/audit/audit.ts'
import { getProject, isProjectManager } from '../../../accounts/projects/projects.ts'
import { getOwnUser } from '../../../accounts/users/users.ts'
import { addWeeklyReaders, claimWeek, removeWeeklyReaders } from '../../../data/weekly-readers.sql.ts'
import { apiError, invalidPayload, notFound } from '../../../frame/platform/api-error.ts'
import { chooseLanguage, type LanguageCode } from '../../../frame/platform/languages.ts'
import { queueMail } from '../../../frame/platform/mail.ts'
import type { Scope } from '../../../frame/platform/scope.ts'
import type { SecretKeys } from '../../../frame/platform/secret-keys.ts'
import { type Services, systemCaller, transactAs } from '../../../frame/platform/services.ts'
import { getAnalyticsReport } from '../analytics.ts'
import { composeWeeklyMail } from './compose-weekly-mail.ts'
import { type DueReader, type Person, selectMonday, selectPeople } from './weekly-mail.sql.ts'

const dayMilliseconds = 86_400_000
const tokenPrefix = 'rw_week_'

/** Returns who may subscribe and who does; callers who do not manage the project see only themselves. Throws 404 and 403. */
export async function getReaders(scope: Scope, projectId: string) {
  await getProject(scope, projectId)
  return { people: (await listSeen(scope, projectId)).map(({ language: _language, ...person }) => person) }
}

async function listSeen(scope: Scope, projectId: string): Promise<Person[]> {
  const people = await selectPeople(scope, projectId)
  return isProjectManager(scope, projectId) ? people : people.filter(({ user_id }) => user_id === scope.userId)
}

/** Makes these the readers among those whom the caller may choose for. Throws 404, 403, invalid_payload. */
export async function chooseReaders(scope: Scope, projectId: string, userIds: readonly string[]) {
  const project = await getProject(scope, projectId)
  const seen = await listSeen(scope, projectId)
  const known = new Set(seen.map(({ user_id }) => user_id))
  const stranger = userIds.findIndex((id) => !known.has(id))
  if (stranger >= 0) {
    if (!isProjectManager(scope, projectId)) {
      throw apiError('highway.user.error.forbidden', { action: 'choose who else gets the mail of the project' })
    }
    throw invalidPayload(`user_ids[${stranger}]`, 'must be the id of an active person who plans or manages the project')
  }
  const [added, removed] = [true, false].map((isWanted) =>
    seen.filter(({ user_id, reads }) => userIds.includes(user_id) === isWanted && reads !== isWanted),
  ) as [Person[], Person[]]
  // The first mail comes on the next Monday, not in the middle of a week.
  const sent_week = added.length > 0 ? await selectMonday(scope, projectId) : ''
  const own = { project_id: projectId, organization_id: scope.organizationId, created_at: scope.now, sent_week }
  if (added.length > 0) {
    await addWeeklyReaders(
      scope,
      added.map(({ user_id }) => ({ ...own, user_id })),
    )
  }
  if (removed.length > 0) await removeWeeklyReaders(scope, projectId, listIds(removed))
  if (added.length + removed.length > 0) {
    const weekly_mail = { added: listIds(added), removed: listIds(removed) }
    await auditRecord(scope, 'updated', 'project', { id: project.id, project_id: project.id }, { weekly_mail })
  }
  return getReaders(scope, projectId)
}

const listIds = (people: readonly Person[]) => people.map(({ user_id }) => user_id)

/** The mail about last week as the caller would get it; its link that ends the mails leads to the planner. Throws 404 and 403. */
export async function previewMail(scope: Scope, projectId: string) {
  await getProject(scope, projectId)
  const { language } = await getOwnUser(scope)
  const report = await readWeek(scope, projectId, await selectMonday(scope, projectId), chooseLanguage(language))
  const end = `${scope.publicBase}/analytics`
  const { subject, text, html } = composeWeeklyMail({ report, to: '', link: getLink(scope, report.span), end })
  return { subject, text, html }
}

/** The week before a Monday, with the one before that. */
function readWeek(scope: Scope, project_id: string, monday: string, language: LanguageCode) {
  const day = (offset: number) =>
    new Date(Date.parse(`${monday}T00:00:00Z`) + offset * dayMilliseconds).toISOString().slice(0, 10)
  const span = { from_date: day(-7), to_date: day(-1) }
  return getAnalyticsReport(scope, { project_id, ...span, by: 'day', format: 'pdf', compare: 'before', language })
}

function getLink({ publicBase }: Scope, { from_date, to_date }: { from_date: string; to_date: string }): string {
  return `${publicBase}/analytics?from=${from_date}&to=${to_date}`
}

/**
 * Settles the week for one subscriber and queues the mail in the same transaction, unless another process has. Returns whether a
 * mail is sent: not to users without access to the project any more, nor about two weeks without stops.
 */
export async function sendWeek(scope: Scope, secrets: SecretKeys, due: DueReader): Promise<boolean> {
  const { project_id, user_id, monday } = due
  if (!(await claimWeek(scope, due, monday))) return false
  const person = (await selectPeople(scope, project_id)).find((person) => person.user_id === user_id)
  if (!person?.reads) return false
  const report = await readWeek(scope, project_id, monday, person.language)
  if (report.analytics.total.total_stops + (report.before?.total.total_stops ?? 0) === 0) return false
  const page = `${scope.publicBase}/app/v1/weekly_mail/${getToken(secrets, due)}`
  const mail = composeWeeklyMail({ report, to: person.email, link: getLink(scope, report.span), end: page })
  await queueMail(scope, { ...mail, unsubscribe: { page, post: `${page}/end` } })
  return true
}

type Reader = Pick<DueReader, 'organization_id' | 'project_id' | 'user_id'>

/** Returns a token with which a subscriber unsubscribes without signing in; it allows nothing else. */
function getToken(secrets: SecretKeys, reader: Reader): string {
  const name = getName(reader)
  return `${tokenPrefix}${name}${secrets.sign(signedText(name))}`
}

const getName = ({ organization_id, project_id, user_id }: Reader) => organization_id + project_id + user_id
const signedText = (name: string) => `weekly mail ${name}`

/** Ends the mails to the reader of the token. Throws 404 for one that was never made here. */
export async function endByToken(services: Services, token: string): Promise<void> {
  const [, name, signature] = /^rw_week_([0-9a-f]{72})([A-Za-z0-9_-]{43})$/.exec(token) ?? []
  if (!name || !signature || !services.secrets.isSigned(signedText(name), signature)) {
    throw notFound('weekly mail', 'this address')
  }
  const [organizationId, projectId, userId] = [0, 24, 48].map((start) => name.slice(start, start + 24)) as [
    string,
    string,
    string,
  ]
  await transactAs(services, systemCaller(organizationId), (scope) => removeWeeklyReaders(scope, projectId, [userId]))
}
