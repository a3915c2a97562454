// The id of a slot: its day and its window.
import { invalidPayload } from '../../frame/platform/api-error.ts'

/** Reads the day and the window of a slot from its id. Throws invalid_payload for a day or a window that is none. */
export function readSlotId(slotId: string): { date: string; window: [number, number] } {
  const [date, times] = slotId.split('/') as [string, string]
  const window = times.split('-').map(Number) as [number, number]
  const isDay = !Number.isNaN(Date.parse(`${date}T00:00:00Z`))
  if (!isDay || new Date(`${date}T00:00:00Z`).toISOString().slice(0, 10) !== date)
    throw invalidPayload('slot_id', `there is no day ${date}`)
  if (window[0] > window[1]) throw invalidPayload('slot_id', 'the window must not end before it begins')
  return { date, window }
}
