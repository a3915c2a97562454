// Data rights, for administrators: retention periods, and the data of one recipient.

import { organizationQuery } from '../../../endpoints/dashboard.ts'
import { defineEndpoints, get, post, put } from '../../../endpoints/endpoint.ts'
import {
  RecipientData,
  RecipientErased,
  RecipientErasure,
  RecipientInput,
  Retention,
  RetentionInput,
  RetentionPreview,
} from '../schemas/privacy.ts'

const query = organizationQuery
const recipientErrors = ['highway.privacy.error.nobody_named', 'highway.privacy.error.too_many'] as const

export const privacyEndpoints = defineEndpoints(
  { tag: 'Data rights', auth: 'session', visibility: 'internal', isStable: true },
  {
    getRetention: get('/app/v1/retention', 'See how long what is kept', Retention, { query }),
    updateRetention: put('/app/v1/retention', 'Set how long what is kept', Retention, {
      description: 'What is past its time goes in the night. Kinds that are left out stay as they are.',
      query,
      body: RetentionInput,
    }),
    previewRetention: post('/app/v1/retention/preview', 'See what would go', RetentionPreview, {
      description: 'By these settings alone, whatever is stored.',
      query,
      body: RetentionInput,
      readsOnly: true,
      ratePerMinute: 30,
    }),
    findRecipientData: post('/app/v1/recipient/find', 'See what is known of a recipient', RecipientData, {
      query,
      body: RecipientInput,
      readsOnly: true,
      ratePerMinute: 30,
      errors: recipientErrors,
    }),
    exportRecipientData: {
      method: 'POST',
      path: '/app/v1/recipient/export',
      summary: 'Everything that is known of a recipient, as one archive',
      description: 'A ZIP of JSON files and pictures, with a text that says what is in it and what is not.',
      query,
      body: RecipientInput,
      produces: 'application/zip',
      response: { 200: null },
      readsOnly: true,
      ratePerMinute: 30,
      errors: recipientErrors,
    },
    eraseRecipientData: post('/app/v1/recipient/erase', 'Erase what is known of a recipient', RecipientErased, {
      description:
        'Numbers, times and statuses stay, with a place that is good to about a kilometre; what leads to the person goes for good.',
      query,
      body: RecipientErasure,
      ratePerMinute: 30,
      errors: [...recipientErrors, 'highway.privacy.error.open_stops', 'highway.privacy.error.changed_meanwhile'],
    }),
  },
)
