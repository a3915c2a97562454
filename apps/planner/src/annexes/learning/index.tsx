// Values learned from past days.
import type { PlannerAnnex } from '../../shell/annex.ts'
import { managers } from '../../shell/places.ts'

export const learning: PlannerAnnex = {
  name: 'learning',
  settings: [
    {
      name: 'learning',
      group: 'planning',
      for: managers,
      sections: [
        'learning:title',
        ...['windows', 'paces', 'breaks', 'places', 'travel'].map((name) => `learning:${name}.title`),
      ],
      load: () => import('./learning-settings.tsx'),
    },
  ],
}
