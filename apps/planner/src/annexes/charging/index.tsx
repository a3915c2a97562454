// Places where vehicles charge.
import type { PlannerAnnex } from '../../shell/annex.ts'

export const charging: PlannerAnnex = {
  name: 'charging',
  pages: [{ path: '/depots/charging', load: () => import('./charging-page.tsx'), name: 'ChargingPage' }],
}
