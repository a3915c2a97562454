// Positions from trackers and other programs.
import type { PlannerAnnex } from '../../shell/annex.ts'
import { managers } from '../../shell/places.ts'

export const positions: PlannerAnnex = {
  name: 'positions',
  settings: [
    {
      name: 'trackers',
      group: 'programs',
      for: managers,
      sections: ['trackers'],
      load: () => import('./position-source-settings.tsx'),
    },
  ],
}
