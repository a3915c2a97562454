// What past days taught.
import { IconClockHour4 } from '@tabler/icons-react'
import type { PlannerAnnex } from '../../shell/annex.ts'
import { managers } from '../../shell/places.ts'

export const learning: PlannerAnnex = {
  name: 'learning',
  settings: [
    {
      name: 'learning',
      icon: IconClockHour4,
      for: managers,
      sections: [],
      load: () => import('./learning-settings.tsx'),
    },
  ],
}
