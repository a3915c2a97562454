// Streams of what changes, for pages that stay open; see schemas/live.ts for their events.
import Type from 'typebox'
import { LivePresence, PresenceUpdate } from '../schemas/live.ts'
import { defineEndpoints } from './endpoint.ts'

const stream = {
  method: 'GET',
  produces: 'text/event-stream',
  response: { 200: null },
} as const

const resume = Type.Object({
  after: Type.Optional(
    Type.String({ description: 'As Last-Event-ID, for clients that cannot set it.', pattern: '^[0-9]{1,18}$' }),
  ),
})

export const liveEndpoints = defineEndpoints(
  { tag: 'Live', auth: 'session', visibility: 'internal' },
  {
    streamPlan: {
      ...stream,
      path: '/app/v1/plan/{plan_id}/live',
      summary: 'Follow a plan: changes, positions, reports, optimization, presence',
      description:
        'Server-sent events. Each has an id; a connection that names the last one it saw (Last-Event-ID) gets what it missed, for an hour.',
      query: resume,
    },
    streamProject: {
      ...stream,
      path: '/app/v1/project/{project_id}/live',
      summary: 'Follow the plans of a project',
      description:
        'Server-sent events: `change` with the plan only, `reload` for plans that were deleted, `optimization`, `presence` of every plan, `report`.',
      query: resume,
    },
    updatePresence: {
      method: 'PUT',
      path: '/app/v1/plan/{plan_id}/presence',
      summary: 'Show others what one has selected',
      body: PresenceUpdate,
      response: { 200: LivePresence },
    },
  },
)
