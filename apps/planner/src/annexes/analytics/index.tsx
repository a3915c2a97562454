// Figures of past days.
import { IconChartBar } from '@tabler/icons-react'
import type { PlannerAnnex } from '../../shell/annex.ts'

export const analytics: PlannerAnnex = {
  name: 'analytics',
  pages: [{ path: '/analytics', load: () => import('./analytics-page.tsx'), name: 'AnalyticsPage' }],
  navigation: [{ name: 'analytics', icon: IconChartBar, after: 'clients' }],
}
