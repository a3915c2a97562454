// Orders that come again by a pattern.
import { IconRepeat } from '@tabler/icons-react'
import type { PlannerAnnex } from '../../shell/annex.ts'

export const recurring: PlannerAnnex = {
  name: 'recurring',
  pages: [
    { path: '/plan/$planId/recurring', load: () => import('./fill-page.tsx'), name: 'FillPage' },
    { path: '/recurring', load: () => import('./recurring-page.tsx'), name: 'RecurringPage' },
  ],
  navigation: [{ name: 'recurring', icon: IconRepeat, after: 'zones' }],
}
