// Streams of changes, for pages that stay open; see schemas/live.ts for their events.
import Type from 'typebox'
import { PresenceUpdate, Viewer } from '../schemas/live.ts'
import { defineEndpoints, getFile, put } from './endpoint.ts'

const resume = Type.Object({
  after: Type.Optional(
    Type.String({ description: 'As Last-Event-ID, for clients that cannot set it.', pattern: '^[0-9]{1,18}$' }),
  ),
})

export const liveEndpoints = defineEndpoints(
  { tag: 'Live', auth: 'session', visibility: 'internal' },
  {
    streamPlan: getFile(
      '/app/v1/plan/{plan_id}/live',
      'Follow a plan: changes, positions, reports, optimization, presence',
      'text/event-stream',
      {
        description:
          'Server-sent events. Each has an id; a connection that names the last one it saw (Last-Event-ID) gets what it missed, for an hour.',
        query: resume,
      },
    ),
    streamProject: getFile('/app/v1/project/{project_id}/live', 'Follow the plans of a project', 'text/event-stream', {
      description:
        'Server-sent events: `change` with the plan only, `reload` for plans that were deleted, `optimization`, `presence` and `presence_change` of every plan, `report`, `route_message`.',
      query: resume,
    }),
    updatePresence: put('/app/v1/plan/{plan_id}/presence', 'Show others what one has selected', Viewer, {
      body: PresenceUpdate,
    }),
  },
)
