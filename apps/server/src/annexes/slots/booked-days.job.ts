// Looks at days on which slots were given away: one look for each plan at a time, over all processes.
import { type Services, systemCaller, transactAs } from '../../frame/platform/services.ts'
import { lookAtDay } from './look-at-day.ts'

export function startLookingAtBookedDays(services: Services): Promise<void> {
  return services.jobs.work('booked_days', {}, async ({ organization_id, plan_id }) => {
    const look = await transactAs(services, systemCaller(organization_id), (scope) =>
      lookAtDay(scope, services, plan_id),
    )
    services.log.debug({ plan: plan_id, look }, 'a day with bookings was looked at')
  })
}
