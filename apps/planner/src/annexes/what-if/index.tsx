// How many vans would do, and past days driven once more by other rules.
import type { PlannerAnnex } from '../../shell/annex.ts'

export const whatIf: PlannerAnnex = {
  name: 'what-if',
  pages: [{ path: '/analytics/replay', load: () => import('./replay-page.tsx'), name: 'ReplayPage' }],
  sections: [{ at: 'compare.end', load: () => import('./fleet-sizes.tsx') }],
}
