// "Drive it for me" in the demo.
import type { PlannerAnnex } from '../../shell/annex.ts'

export const demo: PlannerAnnex = {
  name: 'demo',
  sections: [{ at: 'today.first', load: () => import('./play-panel.tsx') }],
}
