// Slots: windows that can be promised, with their costs; held for a caller, booked, moved and released.

import { defineEndpoints, get, post, put, remove } from '../../../endpoints/endpoint.ts'
import { SlotAnswer, SlotQuery } from '../../../schemas/slot.ts'
import { SlotChoice, SlotChoiceInput } from '../../../schemas/slot-choice.ts'
import { SlotConsent, SlotHold, SlotMove, SlotPromise, SlotRelease } from '../../../schemas/slot-promise.ts'
import { SlotPreview, SlotPreviewQuery, SlotRules, SlotRulesInput } from '../../../schemas/slot-rules.ts'

/** Errors in the fields of a new stop. */
export const stopErrors = [
  'highway.stop.error.invalid_type',
  'highway.stop.error.invalid_time_window',
  'highway.stop.error.packages_not_allowed',
  'highway.package.error.duplicated_identifier',
  'highway.geocoding.error.unavailable',
  'highway.slot.error.no_place',
] as const

export const plannedErrors = ['highway.plan.error.finished', 'highway.route.error.finished'] as const

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

const rules = {
  grid: [{ weekdays: ['monday', 'tuesday'], windows: [[28_800, 36_000]], capacity: 12 }],
  notice_minutes: 240,
  cut_off: { days_before: 1, time: 64_800 },
  most_per_day: 60,
  classes: [{ name: 'express', kept_share: 0.2, notice_minutes: 60 }],
  prices: [{ up_to_share: 0.33, amount: -2 }],
  green_share: 0.2,
}

export const slotEndpoints = defineEndpoints(
  { tag: 'Slots', auth: 'api_key', visibility: 'internal', isStable: true },
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
    getSlotRules: get('/app/v1/project/{project_id}/slot_rules', 'Retrieve what the seller allows', SlotRules),
    setSlotRules: put('/app/v1/project/{project_id}/slot_rules', 'Set what the seller allows', SlotRules, {
      description: 'All rules at once. What is held or booked already stays.',
      body: SlotRulesInput,
      examples: { body: rules },
    }),
    previewSlotRules: post(
      '/app/v1/project/{project_id}/slot_rules/preview',
      'Try rules on the orders of the last weeks',
      SlotPreview,
      {
        description:
          'Each past order asks for its own day at the moment at which it came in, and takes a window, so that those behind it find one less. Whether a vehicle has room is not looked at.',
        body: SlotPreviewQuery,
        bodyOptional: true,
        readsOnly: true,
        ratePerMinute: 30,
        examples: { body: { rules, days: 31 } },
      },
    ),
    holdSlot: post('/app/v1/project/{project_id}/slot_promises', 'Hold a slot for some minutes', SlotPromise, {
      description:
        'Nobody else gets it until the hold runs out, by the clock of the database. The same key answers the same hold, so a call whose answer was lost is repeated.',
      body: SlotHold,
      errors: [...stopErrors, 'highway.slot.error.taken', 'highway.slot.error.key_used'],
      examples: {
        body: { key: 'cart-4711', slot_id: '2026-11-27/28800-36000', stop: query.stop, minutes: 15 },
      },
    }),
    getSlotPromise: get('/app/v1/slot_promise/{slot_promise_id}', 'Retrieve what was promised', SlotPromise),
    bookSlot: post('/app/v1/slot_promise/{slot_promise_id}/book', 'Book a slot that is held', SlotPromise, {
      description:
        'Makes the stop in the plan of the day, on the route where it fits best, with the slot as its window; a day without a plan gets one. Booking what is booked answers it again. A hold that ran out is booked if the slot is still free.',
      errors: [
        ...stopErrors,
        ...plannedErrors,
        'highway.slot.error.taken',
        'highway.slot.error.released',
        'highway.vehicle.error.disabled',
        'highway.route.error.vehicle_already_used',
      ],
    }),
    moveSlot: post(
      '/app/v1/slot_promise/{slot_promise_id}/move',
      'Move what was promised to another slot',
      SlotPromise,
      {
        description: 'Where the new slot has no room, all stays as it is.',
        body: SlotMove,
        errors: [
          ...stopErrors,
          ...plannedErrors,
          'highway.slot.error.taken',
          'highway.slot.error.released',
          'highway.stop.error.already_executed',
          'highway.stop.error.project_mismatch',
          'highway.vehicle.error.disabled',
          'highway.route.error.vehicle_already_used',
        ],
        examples: { body: { slot_id: '2026-11-28/36000-43200' } },
      },
    ),
    promiseStop: post('/app/v1/stop/{stop_id}/slot', 'Give a stop that is there a slot', SlotPromise, {
      description:
        'The stop moves to the day and the window of the slot, on the route where it fits best, and the slot is promised and booked. A stop that was not delivered is to be served again then. Where the slot has no room, all stays as it is.',
      body: SlotMove,
      errors: [
        ...stopErrors,
        ...plannedErrors,
        'highway.slot.error.taken',
        'highway.slot.error.key_used',
        'highway.stop.error.already_executed',
        'highway.stop.error.project_mismatch',
        'highway.vehicle.error.disabled',
        'highway.route.error.vehicle_already_used',
      ],
      examples: { body: { slot_id: '2026-11-28/36000-43200' } },
    }),
    releaseSlot: post('/app/v1/slot_promise/{slot_promise_id}/release', 'Release a slot', SlotPromise, {
      description: 'The stop that was booked is deleted, unless it is to stay without the promise.',
      body: SlotRelease,
      bodyOptional: true,
      errors: ['highway.stop.error.already_executed'],
    }),
    askForSlot: post('/app/v1/stop/{stop_id}/slot_choice', 'Ask the recipient to choose a window', SlotChoice, {
      description:
        'For a stop that is planned, that failed, or that has no day yet. He gets the link of his page, where the rules offer him windows. Asked again, he is asked anew.',
      body: SlotChoiceInput,
      bodyOptional: true,
      errors: ['highway.stop.error.already_executed', 'highway.slot.error.no_place', 'highway.slot.error.no_windows'],
      examples: { body: { to: '2026-12-04', remind_after_hours: 24 } },
    }),
    getSlotChoice: get('/app/v1/stop/{stop_id}/slot_choice', 'Retrieve what the recipient chose', SlotChoice),
    endSlotChoice: remove('/app/v1/stop/{stop_id}/slot_choice', 'End the choice of the recipient', SlotChoice, {
      description: 'What he has chosen stays.',
    }),
    changePromisedWindow: post(
      '/app/v1/slot_promise/{slot_promise_id}/window',
      'Change the windows of a booked stop by hand, with the name of who agrees',
      SlotPromise,
      {
        description: 'The audit log keeps the name. From then on the stop is changed as any other.',
        body: SlotConsent,
        errors: [
          'highway.slot.error.released',
          'highway.stop.error.already_executed',
          'highway.stop.error.invalid_time_window',
        ],
        examples: {
          body: { time_windows: [[50_400, 57_600]], agreed_by: 'Ana Roth', reason: 'The customer asked for it' },
        },
      },
    ),
  },
)
