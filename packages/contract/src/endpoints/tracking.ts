// Operations of the recipient's page, under the token of its stop.
import Type from 'typebox'
import { publicCallsPerMinute } from '../limits.ts'
import { Location } from '../schemas/location.ts'
import { Survey, SurveyInput } from '../schemas/report.ts'
import { RecipientChoice, RecipientSlots } from '../schemas/slot-choice.ts'
import { TrackingInstructions, TrackingLocation, TrackingMessages, TrackingView } from '../schemas/tracking.ts'
import { defineEndpoints, get, getFile, post, put, remove } from './endpoint.ts'

export const trackingEndpoints = defineEndpoints(
  {
    tag: 'Tracking',
    auth: 'tracking',
    visibility: 'internal',
    ratePerMinute: publicCallsPerMinute.link,
    errors: ['highway.tracking.error.expired'],
  },
  {
    getTracking: get('/track/v1/{token}', 'See where the delivery is', TrackingView),
    streamTracking: getFile('/track/v1/{token}/live', 'Follow the delivery', 'text/event-stream', {
      description: 'Server-sent events: `view` with the whole view whenever it changes, `heartbeat`, `end`.',
    }),
    getTrackingCalendar: getFile('/track/v1/{token}/calendar', 'The delivery as a calendar file', 'text/calendar'),
    getTrackingLogo: getFile('/track/v1/{token}/logo', 'The logo of the sender', 'image/*'),
    getTrackingFont: getFile('/track/v1/{token}/font', 'The font of the sender', 'font/woff2'),
    getTrackingPicture: getFile(
      '/track/v1/{token}/picture/{image_id}',
      'A photo of the delivery, or its signature',
      'image/*',
      { description: 'As long as the link opens the page, and the sender shows the picture there.' },
    ),
    findTrackingAddresses: get(
      '/track/v1/{token}/addresses',
      'Find the right address while it is typed',
      Type.Array(Location),
      {
        query: Type.Object({ text: Type.String({ minLength: 1, maxLength: 300 }) }),
      },
    ),
    setTrackingMessages: put('/track/v1/{token}/messages', 'End messages, or take that back', TrackingView, {
      body: TrackingMessages,
    }),
    unsubscribe: post(
      '/track/v1/{token}/unsubscribe',
      'End messages, as mail programs do it (RFC 8058)',
      TrackingMessages,
    ),
    setTrackingInstructions: put('/track/v1/{token}/instructions', 'Leave instructions for the driver', TrackingView, {
      body: TrackingInstructions,
      errors: ['highway.stop.error.already_executed', 'highway.user.error.forbidden'],
    }),
    setTrackingLocation: put('/track/v1/{token}/location', 'Confirm or correct the place', TrackingView, {
      body: TrackingLocation,
      bodyOptional: true,
      errors: [
        'highway.stop.error.already_executed',
        'highway.geocoding.error.wrong_lat_lng',
        'highway.user.error.forbidden',
      ],
    }),
    rateDelivery: post('/track/v1/{token}/survey', 'Rate the delivery', Survey, {
      description: 'Once per stop; it may be changed for seven days.',
      body: SurveyInput,
      errors: ['highway.survey.error.not_allowed_yet', 'highway.survey.error.already_exists'],
    }),
  },
)

/** Searching for windows is more work than the rest of the page. */
export const trackingSlotEndpoints = defineEndpoints(
  {
    tag: 'Tracking',
    auth: 'tracking',
    visibility: 'internal',
    ratePerMinute: 30,
    errors: ['highway.tracking.error.expired'],
  },
  {
    getTrackingSlots: get('/track/v1/{token}/slots', 'See which windows may be chosen', RecipientSlots, {
      errors: ['highway.slot.error.choice_closed'],
    }),
    chooseTrackingSlot: put('/track/v1/{token}/slot', 'Choose a window', TrackingView, {
      body: RecipientChoice,
      errors: [
        'highway.slot.error.choice_closed',
        'highway.slot.error.taken',
        'highway.slot.error.key_used',
        'highway.slot.error.no_place',
        'highway.stop.error.already_executed',
        'highway.stop.error.project_mismatch',
        'highway.stop.error.invalid_time_window',
        'highway.plan.error.finished',
        'highway.route.error.finished',
        'highway.route.error.vehicle_already_used',
        'highway.vehicle.error.disabled',
      ],
    }),
    declineTrackingSlots: post('/track/v1/{token}/slot/decline', 'Decline all windows', TrackingView, {
      errors: ['highway.slot.error.choice_closed', 'highway.stop.error.already_executed'],
    }),
  },
)

export const trackingLinkEndpoints = defineEndpoints(
  { tag: 'Tracking links', auth: 'session', visibility: 'internal' },
  {
    renewTrackingLink: post(
      '/app/v1/stop/{stop_id}/tracking_link',
      "Make a new link of the recipient's page",
      Type.Object({ tracking_url: Type.String() }),
      { description: 'The link before ends at once: it came into wrong hands.' },
    ),
    endTrackingLink: remove(
      '/app/v1/stop/{stop_id}/tracking_link',
      "End the link of the recipient's page",
      Type.Object({ tracking_url: Type.String() }),
      { description: 'It opens nothing from now on. A new one can be made.' },
    ),
  },
)
