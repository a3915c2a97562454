// Sends the mail of figures when it is Monday morning where a project is.
import { type Services, systemCaller, transactAs } from '../../../frame/platform/services.ts'
import { selectDue } from './weekly-mail.sql.ts'
import { sendWeek } from './weekly-mail.ts'

/** Hour in the project's time zone. */
const hour = 7
const readersPerLook = 500

export async function startWeeklyMail(services: Services): Promise<void> {
  await services.jobs.work('weekly_mail', {}, async (_, { signal, isStopping }) => {
    await sendWeeklyMails(services, () => signal.aborted || isStopping())
  })
  await services.jobs.schedule('weekly_mail', '*/10 * * * *')
}

/**
 * Sends due mails, each in its own transaction, and returns how many. May run on several nodes at once. If the service was down
 * on a Monday, the mails are sent as soon as it is back. A failed mail is retried ten minutes later, and does not delay the
 * others.
 */
export async function sendWeeklyMails(services: Services, isToStop: () => boolean = () => false): Promise<number> {
  const now = services.clock.now()
  const due = await selectDue({ tx: services.database.reading() }, now, { hour, most: readersPerLook })
  let sent = 0
  for (const reader of due) {
    if (isToStop()) break
    try {
      const caller = systemCaller(reader.organization_id)
      const isSent = await transactAs(services, caller, (scope) => sendWeek(scope, services.secrets, reader), now)
      if (isSent) sent += 1
    } catch (error) {
      services.log.error({ err: error, project: reader.project_id }, 'the mail of the week could not be written')
    }
  }
  return sent
}
