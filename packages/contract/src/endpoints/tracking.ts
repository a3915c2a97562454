// The calls of the recipient's page, under the token of its stop.
import Type from 'typebox'
import { PUBLIC_CALLS_PER_MINUTE } from '../limits.ts'
import { Location } from '../schemas/location.ts'
import { Survey, SurveyInput } from '../schemas/report.ts'
import { TrackingInstructions, TrackingLocation, TrackingMessages, TrackingView } from '../schemas/tracking.ts'
import { defineEndpoints } from './endpoint.ts'

const limits = { ratePerMinute: PUBLIC_CALLS_PER_MINUTE } as const

export const trackingEndpoints = defineEndpoints(
  { tag: 'Tracking', auth: 'tracking', visibility: 'internal' },
  {
    getTracking: {
      method: 'GET',
      path: '/track/v1/{token}',
      summary: 'See where the delivery is',
      response: { 200: TrackingView },
      errors: ['highway.tracking.error.expired'],
      ...limits,
    },
    streamTracking: {
      method: 'GET',
      path: '/track/v1/{token}/live',
      summary: 'Follow the delivery',
      description: 'Server-sent events: `view` with the whole view whenever it changes, `heartbeat`, `end`.',
      produces: 'text/event-stream',
      response: { 200: null },
      errors: ['highway.tracking.error.expired'],
      ...limits,
    },
    getTrackingCalendar: {
      method: 'GET',
      path: '/track/v1/{token}/calendar',
      summary: 'The delivery as a calendar file',
      produces: 'text/calendar',
      response: { 200: null },
      errors: ['highway.tracking.error.expired'],
      ...limits,
    },
    getTrackingLogo: {
      method: 'GET',
      path: '/track/v1/{token}/logo',
      summary: 'The logo of the sender',
      produces: 'image/*',
      response: { 200: null },
      errors: ['highway.tracking.error.expired'],
      ...limits,
    },
    findTrackingAddresses: {
      method: 'GET',
      path: '/track/v1/{token}/addresses',
      summary: 'Find the right address while it is typed',
      query: Type.Object({ text: Type.String({ minLength: 1, maxLength: 300 }) }),
      response: { 200: Type.Array(Location) },
      errors: ['highway.tracking.error.expired'],
      ...limits,
    },
    setTrackingMessages: {
      method: 'PUT',
      path: '/track/v1/{token}/messages',
      summary: 'End messages, or take that back',
      body: TrackingMessages,
      response: { 200: TrackingView },
      errors: ['highway.tracking.error.expired'],
      ...limits,
    },
    unsubscribe: {
      method: 'POST',
      path: '/track/v1/{token}/unsubscribe',
      summary: 'End messages, as mail programs do it (RFC 8058)',
      response: { 200: TrackingMessages },
      errors: ['highway.tracking.error.expired'],
      ...limits,
    },
    setTrackingInstructions: {
      method: 'PUT',
      path: '/track/v1/{token}/instructions',
      summary: 'Leave instructions for the driver',
      body: TrackingInstructions,
      response: { 200: TrackingView },
      errors: ['highway.tracking.error.expired', 'highway.stop.error.already_executed', 'highway.user.error.forbidden'],
      ...limits,
    },
    setTrackingLocation: {
      method: 'PUT',
      path: '/track/v1/{token}/location',
      summary: 'Confirm or correct the place',
      body: TrackingLocation,
      bodyOptional: true,
      response: { 200: TrackingView },
      errors: [
        'highway.tracking.error.expired',
        'highway.stop.error.already_executed',
        'highway.geocoding.error.wrong_lat_lng',
        'highway.user.error.forbidden',
      ],
      ...limits,
    },
    rateDelivery: {
      method: 'POST',
      path: '/track/v1/{token}/survey',
      summary: 'Rate the delivery',
      description: 'Once per stop; it may be changed for seven days.',
      body: SurveyInput,
      response: { 200: Survey },
      errors: [
        'highway.tracking.error.expired',
        'highway.survey.error.not_allowed_yet',
        'highway.survey.error.already_exists',
      ],
      ...limits,
    },
  },
)
