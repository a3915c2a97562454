// Areas reached from a depot or a vehicle's start within some minutes.
import { callsPerMinute } from '../limits.ts'
import { ReachAreas, ReachedPlaces, ReachedRequest, ReachRequest } from '../schemas/reach.ts'
import { defineEndpoints, post } from './endpoint.ts'

export const reachEndpoints = defineEndpoints(
  { tag: 'Reach', auth: 'api_key', visibility: 'internal' },
  {
    findReach: post(
      '/app/v1/project/{project_id}/reach',
      'The areas within some minutes of a place, as GeoJSON',
      ReachAreas,
      {
        description:
          'A place belongs to an area when the nearest road is at most 300 m away and is reached in time: one-way streets, barriers and what the vehicle may not use count.',
        body: ReachRequest,
        readsOnly: true,
        ratePerMinute: callsPerMinute.reach,
        examples: { body: { from: { lat: 47.1411, lng: 9.5215 }, minutes: [15, 30, 45] } },
      },
    ),
    findReachedPlaces: post(
      '/app/v1/project/{project_id}/reach/places',
      'Which stops of a plan, or clients of the project, are within some minutes of a place',
      ReachedPlaces,
      {
        body: ReachedRequest,
        readsOnly: true,
        ratePerMinute: callsPerMinute.reach,
        examples: { body: { from: { lat: 47.1411, lng: 9.5215 }, minutes: 30 } },
      },
    ),
  },
)
