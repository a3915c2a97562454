// Labels for parcels that have none.

import { defineEndpoints, post } from '../../../endpoints/endpoint.ts'
import { ids } from '../../../endpoints/examples.ts'
import { GivenCodes, LabelCount, LabelOrder, LabelSelection } from '../schemas/label.ts'

const errors = ['highway.validation.error.invalid_payload'] as const

export const labelEndpoints = defineEndpoints(
  { tag: 'Labels', auth: 'api_key', visibility: 'internal', isStable: true, ratePerMinute: 60 },
  {
    countLabels: post('/app/v1/labels/count', 'How many labels there would be', LabelCount, {
      body: LabelSelection,
      readsOnly: true,
      errors,
      examples: { body: { plan_id: ids.plan }, response: { stops: 12, labels: 20, without_codes: 3 } },
    }),
    giveParcelCodes: post('/app/v1/labels/codes', 'Give codes to deliveries without parcels', GivenCodes, {
      description:
        'Each pending delivery without parcels gets one with a code of its own, which is found when its label is scanned. Printing alone changes nothing.',
      body: LabelSelection,
      errors,
      examples: { body: { plan_id: ids.plan }, response: { stops: 3 } },
    }),
    printLabels: {
      method: 'POST',
      path: '/app/v1/labels',
      summary: 'Labels for parcels',
      description:
        'A PDF, or ZPL for label printers: the code as Code 128 (GS1-128 for an SSCC) where it fits, and as a QR code; recipient, address, route, place in its order, time windows, number of the parcel.',
      body: LabelOrder,
      produces: 'application/pdf',
      response: { 200: null },
      errors,
      examples: { body: { plan_id: ids.plan, form: 'roll' } },
    },
  },
)
