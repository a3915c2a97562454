// The calendar that programs subscribe to for a vehicle.
import type { PlannerAnnex } from '../../shell/annex.ts'

export const calendars: PlannerAnnex = {
  name: 'calendars',
  sections: [{ at: 'vehicle.form', load: () => import('./vehicle-calendar.tsx') }],
}
