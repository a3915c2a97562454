// Money that drivers collect at the door, by route and by day.
import type { PlannerAnnex } from '../../shell/annex.ts'

export const payments: PlannerAnnex = {
  name: 'payments',
  sections: [
    { at: 'route.result', load: () => import('./route-payments.tsx') },
    { at: 'today.figures', load: () => import('./day-payments.tsx') },
  ],
}
