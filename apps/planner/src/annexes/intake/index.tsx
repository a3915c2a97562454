// Orders from files and from shops.
import type { PlannerAnnex } from '../../shell/annex.ts'
import { managers } from '../../shell/places.ts'

export const intake: PlannerAnnex = {
  name: 'intake',
  pages: [
    { path: '/plan/$planId/import', load: () => import('./import-page.tsx'), name: 'ImportPage' },
    { path: '/analytics/past-days', load: () => import('./past-page.tsx'), name: 'PastDaysPage' },
  ],
  settings: [
    {
      name: 'orders',
      group: 'programs',
      for: managers,
      sections: ['orders', 'telling', 'fetching'],
      load: () => import('./order-source-settings.tsx'),
    },
  ],
}
