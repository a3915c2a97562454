// Data kept about people, shown and erased.
import type { PlannerAnnex } from '../../shell/annex.ts'
import { administrators } from '../../shell/places.ts'

export const privacy: PlannerAnnex = {
  name: 'privacy',
  settings: [
    {
      name: 'privacy',
      group: 'records',
      for: administrators,
      sections: ['privacy:retention.title', 'privacy:kinds', 'privacy:recipient.title'],
      load: () => import('./privacy-settings.tsx'),
    },
  ],
}
