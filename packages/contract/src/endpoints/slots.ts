// Slots: which windows can be promised at what cost, held for a caller, booked, moved and released.
import { SlotAnswer, SlotQuery } from '../schemas/slot.ts'
import { defineEndpoints, post } from './endpoint.ts'

/** Refusals of what a new stop says. */
const stopErrors = [
  'highway.stop.error.invalid_type',
  'highway.stop.error.invalid_time_window',
  'highway.stop.error.packages_not_allowed',
  'highway.package.error.duplicated_identifier',
  'highway.geocoding.error.unavailable',
  'highway.slot.error.no_place',
] as const

const query = {
  stop: { location: { lat: 47.1415, lng: 9.5215 }, duration: 600, weight: 12 },
  from: '2026-11-24',
  to: '2026-12-07',
  windows: [
    [28_800, 36_000],
    [36_000, 43_200],
  ],
  most: 5,
}

export const slotEndpoints = defineEndpoints(
  { tag: 'Slots', auth: 'api_key', visibility: 'internal' },
  {
    findSlots: post(
      '/app/v1/project/{project_id}/slots',
      'Find the windows that can be promised, with their costs',
      SlotAnswer,
      {
        description: 'Nothing is kept: who wants a window to stay free holds it.',
        body: SlotQuery,
        readsOnly: true,
        errors: stopErrors,
        examples: { body: query },
      },
    ),
  },
)
