// How assistants are connected.
import type { PlannerAnnex } from '../../shell/annex.ts'

export const assistants: PlannerAnnex = {
  name: 'assistants',
  sections: [{ at: 'settings.keys', load: () => import('./assistants-section.tsx') }],
}
