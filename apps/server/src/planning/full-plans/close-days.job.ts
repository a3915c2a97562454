// Closes plans whose day ended longer ago than their project waits.

import { type Services, systemCaller, transactAs } from '../../frame/platform/services.ts'
import { getPlan } from '../plans/plans.ts'
import { listOverduePlans } from './day.sql.ts'
import { updatePlan } from './full-plans.ts'

const plansPerLook = 200

/** Starts the job that closes days, every ten minutes. */
export async function startClosingDays(services: Services): Promise<void> {
  await services.jobs.work('close_days', {}, async (_, { signal, isStopping }) => {
    const closed = await closeDays(services, () => signal.aborted || isStopping())
    if (closed > 0) services.log.info({ closed }, 'days that were over are closed')
  })
  await services.jobs.schedule('close_days', '*/10 * * * *')
}

/**
 * Closes every plan under way whose day ended longer ago than its project waits (`close_days_after_hours`). Each is closed in its
 * own transaction, with the same events as by hand, and a failure does not affect the others. Returns how many were closed.
 */
export async function closeDays(services: Services, isToStop: () => boolean = () => false): Promise<number> {
  const overdue = await listOverduePlans({ tx: services.database.reading() }, services.clock.now(), plansPerLook)
  let closed = 0
  for (const { id, organization_id } of overdue) {
    if (isToStop()) break
    try {
      closed += await transactAs(services, systemCaller(organization_id), async (scope) => {
        // Somebody may have closed the plan, or moved it to another day, since it was listed.
        const plan = await getPlan(scope, id, { lock: true })
        const [still] = await listOverduePlans(scope, services.clock.now(), 1, plan.id)
        if (!still) return 0
        await updatePlan(scope, plan.id, { status: 'finished' })
        return 1
      })
    } catch (error) {
      services.log.error({ err: error, plan: id }, 'a day that is over could not be closed')
    }
  }
  return closed
}
