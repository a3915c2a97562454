// The demo's day, driven by simulated drivers.

import { defineEndpoints, get, put } from '../../../endpoints/endpoint.ts'
import { Play, PlayOrder } from '../schemas/play.ts'

const whose = 'For the demo organization only, asked from this machine; else 404.'

export const playEndpoints = defineEndpoints(
  { tag: 'Play', auth: 'session', visibility: 'internal' },
  {
    getPlay: get('/app/v1/play', "How the demo's day is being driven, and what time it is there", Play, {
      description: whose,
    }),
    orderPlay: put('/app/v1/play', "Have the demo's drivers drive, wait, or drive faster", Play, {
      description: `${whose} A day that should have begun already is moved to the next one that has not.`,
      body: PlayOrder,
      errors: ['highway.plan.error.draft', 'highway.plan.error.finished'],
    }),
  },
)
