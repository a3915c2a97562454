// The day of a project at a glance, for the planner's first page.

import Type from 'typebox'
import { defineEndpoints, get } from '../../../endpoints/endpoint.ts'
import { callsPerMinute } from '../../../limits.ts'
import { ProjectDay, Today } from '../schemas/today.ts'

export const todayEndpoints = defineEndpoints(
  { tag: 'Today', auth: 'api_key', visibility: 'internal' },
  {
    getToday: get('/app/v1/project/{project_id}/today', 'How the day of a project stands, over all its plans', Today, {
      description: 'The day is the one that it is now in the time zone of the project.',
      ratePerMinute: callsPerMinute.search,
    }),
    listProjectDays: get('/app/v1/today', 'How the day stands in all projects', Type.Array(ProjectDay), {
      description:
        'Of the first 100 projects by name that the caller works in, those that have a plan today or a day behind them that nobody closed; each by its own time zone.',
      ratePerMinute: callsPerMinute.search,
    }),
  },
)
