// Planning for programs that use VROOM's JSON.
import Type from 'typebox'
import { defineEndpoints } from '../../../endpoints/endpoint.ts'
import { bodyBytes, callsPerMinute } from '../../../limits.ts'
import { VroomAnswer, VroomRefusal } from '../schemas/vroom.ts'

export const vroomEndpoints = defineEndpoints(
  { tag: 'Optimization', auth: 'api_key', visibility: 'internal', isStable: true },
  {
    solveVroom: {
      method: 'POST',
      path: '/app/v1/vroom',
      summary: 'Plan routes for a problem in the JSON of VROOM',
      description: 'Nothing is stored. Travel is what was sent as matrices, else that of the roads.',
      body: Type.Unsafe<Record<string, unknown>>({
        type: 'object',
        description: 'Jobs, shipments, vehicles, matrices and options as VROOM reads them.',
      }),
      response: { 200: VroomAnswer, 400: VroomRefusal },
      maxBodyBytes: bodyBytes.matrices,
      readsOnly: true,
      ratePerMinute: callsPerMinute.optimizePlan,
    },
  },
)
