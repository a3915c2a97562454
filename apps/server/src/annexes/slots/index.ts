// Time windows that are promised to customers.
import type { Annex } from '../annexes.ts'
import { applyAfterBookings } from './after-bookings.ts'
import { startLookingAtBookedDays } from './booked-days.job.ts'
import { startSlotReminders } from './slot-choices/remind.job.ts'
import { mountSlotChoices } from './slot-choices/slot-choices.http.ts'
import { shownChoice } from './slot-choices/slot-choices.ts'
import { mountSlots } from './slots.http.ts'
import { cleanUpSlots } from './slots.ts'

export const slots: Annex = {
  name: 'slots',
  mount(app) {
    mountSlots(app)
    mountSlotChoices(app)
  },
  async work(services) {
    await startSlotReminders(services)
    await startLookingAtBookedDays(services)
  },
  cleanUp: cleanUpSlots,
  ports: {
    useAfterBookings: applyAfterBookings,
    pageParts: [
      {
        recipientPage: async (scope, { project, stop, route }) => ({
          slot_choice: await shownChoice(scope, project, stop, route),
        }),
      },
    ],
  },
}
