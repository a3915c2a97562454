// Orders that come again by a pattern.
import * as operations from '@routewright/client/operations'
import { IconRepeat } from '@tabler/icons-react'
import type { PlannerAnnex } from '../../shell/annex.ts'
import { call } from '../../shell/service.ts'

export const recurring: PlannerAnnex = {
  name: 'recurring',
  pages: [
    { path: '/plan/$planId/recurring', load: () => import('./fill-page.tsx'), name: 'FillPage' },
    { path: '/recurring', load: () => import('./recurring-page.tsx'), name: 'RecurringPage' },
  ],
  navigation: [
    {
      name: 'recurring',
      icon: IconRepeat,
      after: 'clients',
      records: {
        key: 'recurring',
        readFirst: (project_id) => call(operations.listRecurringOrders, { project_id, limit: 1 }),
      },
    },
  ],
}
