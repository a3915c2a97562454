// Orders that wait for a day, and weeks that are planned from them.
import * as operations from '@routewright/client/operations'
import { IconHourglass } from '@tabler/icons-react'
import type { PlannerAnnex } from '../../shell/annex.ts'
import { call } from '../../shell/service.ts'

export const weeks: PlannerAnnex = {
  name: 'weeks',
  pages: [
    { path: '/backlog', load: () => import('./backlog-page.tsx'), name: 'BacklogPage' },
    { path: '/backlog/week/$weekPlanId', load: () => import('./week-page.tsx'), name: 'WeekPlanPage' },
  ],
  navigation: [
    {
      name: 'backlog',
      icon: IconHourglass,
      after: 'plans',
      records: {
        key: 'backlog',
        readFirst: (project_id) => call(operations.listBacklog, { project_id, limit: 1 }),
      },
    },
  ],
}
