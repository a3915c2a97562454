// The day of a project at a glance, for the planner's first page.
import { callsPerMinute } from '../limits.ts'
import { Today } from '../schemas/today.ts'
import { defineEndpoints, get } from './endpoint.ts'

export const todayEndpoints = defineEndpoints(
  { tag: 'Today', auth: 'session', visibility: 'internal' },
  {
    getToday: get('/app/v1/project/{project_id}/today', 'How the day of a project stands, over all its plans', Today, {
      description: 'The day is the one that it is now in the time zone of the project.',
      ratePerMinute: callsPerMinute.search,
    }),
  },
)
