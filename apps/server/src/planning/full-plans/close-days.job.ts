// Finishes plans whose day has been over for as long as their project waits.

import { type Services, systemCaller, transactAs } from '../../frame/platform/services.ts'
import { getPlan } from '../plans/plans.ts'
import { listOverduePlans } from './day.sql.ts'
import { updatePlan } from './full-plans.ts'

const plansPerLook = 200

/** Begins to close days, every ten minutes. */
export async function startClosingDays(services: Services): Promise<void> {
  await services.jobs.work('close_days', {}, async (_, { signal, isStopping }) => {
    const closed = await closeDays(services, () => signal.aborted || isStopping())
    if (closed > 0) services.log.info({ closed }, 'days that were over are closed')
  })
  await services.jobs.schedule('close_days', '*/10 * * * *')
}

/**
 * Finishes every plan under way whose day is over for longer than its project waits (`close_days_after_hours`), each in a
 * transaction of its own and with the events of a plan that somebody closes; answers how many. A plan that cannot be closed
 * keeps no other one open.
 */
export async function closeDays(services: Services, isToStop: () => boolean = () => false): Promise<number> {
  const overdue = await listOverduePlans({ tx: services.database.reading() }, services.clock.now(), plansPerLook)
  let closed = 0
  for (const { id, organization_id } of overdue) {
    if (isToStop()) break
    try {
      closed += await transactAs(services, systemCaller(organization_id), async (scope) => {
        // Somebody may have closed it, or moved it to another day, since it was listed.
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
