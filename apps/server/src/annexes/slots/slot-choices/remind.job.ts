// Looks every ten minutes for recipients who were asked to choose a window and have not answered.
import type { Services } from '../../../frame/platform/services.ts'
import { remindOfSlots } from './slot-choices.ts'

export async function startSlotReminders(services: Services): Promise<void> {
  await services.jobs.work('slot_reminders', {}, async () => {
    const reminded = await remindOfSlots(services)
    if (reminded > 0) services.log.info({ reminded }, 'recipients were reminded to choose a window')
  })
  await services.jobs.schedule('slot_reminders', '*/10 * * * *')
}
