// Search over everything that a dispatcher may look for.
import Type from 'typebox'
import { defineEndpoints, get } from '../../../endpoints/endpoint.ts'
import { callsPerMinute } from '../../../limits.ts'
import { defaulted } from '../../../schema.ts'
import { id } from '../../../schemas/fields.ts'
import { Findings } from '../schemas/finding.ts'

export const findingEndpoints = defineEndpoints(
  { tag: 'Finding', auth: 'api_key', visibility: 'internal' },
  {
    findAnything: get('/app/v1/find', 'Find stops, parcels, plans, vehicles and clients', Findings, {
      description:
        'Exact ids, external ids, parcels and barcodes first, then phone numbers however they are written, then the beginnings of names.',
      query: Type.Object({
        text: Type.String({ description: 'What is looked for.', minLength: 1, maxLength: 200 }),
        project_id: Type.Optional(id('All projects in reach when missing.')),
        limit: defaulted(Type.Integer({ minimum: 1, maximum: 50 }), 20),
      }),
      ratePerMinute: callsPerMinute.search,
    }),
  },
)
