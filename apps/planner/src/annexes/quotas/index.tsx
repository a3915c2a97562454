// How much the organization may use up, and has used.
import type { PlannerAnnex } from '../../shell/annex.ts'

export const quotas: PlannerAnnex = {
  name: 'quotas',
  sections: [{ at: 'settings.organization', load: () => import('./quota-section.tsx') }],
}
