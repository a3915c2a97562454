// Sums up the plans whose day has passed, so that figures of a year need not read every stop of it.
import { countFiguresForPlanner, lockPlanFigures, replacePlanFigures } from '../../data/plan-figures.sql.ts'
import { type Services, systemCaller, transactAs } from '../../frame/platform/services.ts'
import {
  type PlanToCount,
  selectPlanFigures,
  selectPlanGroups,
  selectPlansToCount,
  selectPlanWords,
} from './plan-figures.sql.ts'

/** Plans change a while after their day: late reports, corrections, ratings. */
const restDays = 2
const plansPerLook = 400
/** Most plans whose changes wait for one transaction. */
const plansPerTransaction = 20

/** Begins to sum up, every ten minutes, what is not summed up yet. */
export async function startPlanFigures(services: Services): Promise<void> {
  await services.jobs.work('plan_figures', {}, async (_, { signal, isStopping }) => {
    await keepPlanFigures(services, () => signal.aborted || isStopping())
  })
  await services.jobs.schedule('plan_figures', '*/10 * * * *')
}

/**
 * Sums up every plan whose rest period is over, until none is left or it is to stop; returns how many. Plans that are being
 * changed are left for the next run. May run anywhere and any number of times.
 */
export async function keepPlanFigures(services: Services, isToStop: () => boolean = () => false): Promise<number> {
  const before = new Date(services.clock.now().getTime() - restDays * 86_400_000)
  let done = 0
  for (;;) {
    const waiting = await selectPlansToCount({ tx: services.database.reading() }, before, plansPerLook)
    let summed = 0
    for (const [organizationId, plans] of Map.groupBy(waiting, (plan) => plan.organization_id)) {
      for (let start = 0; start < plans.length; start += plansPerTransaction) {
        if (isToStop()) return done + summed
        summed += await sumUp(services, organizationId, plans.slice(start, start + plansPerTransaction))
      }
    }
    done += summed
    if (summed > 0) await countFiguresForPlanner(services.database.db)
    if (summed === 0 || waiting.length < plansPerLook) return done
  }
}

async function sumUp(services: Services, organizationId: string, plans: readonly PlanToCount[]): Promise<number> {
  return transactAs(services, systemCaller(organizationId), async (scope) => {
    const planIds = await lockPlanFigures(
      scope,
      plans.map(({ id }) => id),
    )
    await replacePlanFigures(scope, planIds, {
      figures: await selectPlanFigures(scope, planIds),
      groups: await selectPlanGroups(scope, planIds),
      words: await selectPlanWords(scope, planIds),
    })
    return planIds.length
  })
}
