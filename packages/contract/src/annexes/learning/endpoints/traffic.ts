// Travel times by the hour: a project's own week of traffic, and the travel times of a route's legs at each hour.

import { defineEndpoints, get, put, remove } from '../../../endpoints/endpoint.ts'
import { LearnedTraffic, RouteHours, TrafficWeek, TrafficWeekInput } from '../schemas/traffic.ts'

export const trafficEndpoints = defineEndpoints(
  { tag: 'Traffic', auth: 'api_key', visibility: 'internal', isStable: true },
  {
    getTrafficWeek: get(
      '/app/v1/project/{project_id}/traffic',
      'Retrieve the week of traffic of a project',
      TrafficWeek,
      { description: 'Its own, or the typical one. It counts where `traffic_options.hours` says so.' },
    ),
    bringTrafficWeek: put(
      '/app/v1/project/{project_id}/traffic',
      'Bring an own week of traffic from a table',
      TrafficWeek,
      {
        description: 'Nothing is kept of a table with a mistake; the answer names its lines.',
        body: TrafficWeekInput,
        examples: { body: { csv: 'roads,days,from,to,factor\nmain,mon-fri,7:00,9:00,1.4\n' } },
      },
    ),
    deleteTrafficWeek: remove(
      '/app/v1/project/{project_id}/traffic',
      'Go back to the typical week of traffic',
      TrafficWeek,
    ),
    learnTrafficWeek: get(
      '/app/v1/project/{project_id}/traffic/learned',
      'Learn a week of traffic from driven days',
      LearnedTraffic,
      {
        description:
          'From the ways between visits of the last 42 days, at most 6,000 of them. Nothing is kept; what is wanted is brought as an own week.',
        ratePerMinute: 6,
      },
    ),
    getRouteHours: get(
      '/app/v1/route/{route_id}/hours',
      'Retrieve what the ways of a route take at which hour',
      RouteHours,
    ),
  },
)
