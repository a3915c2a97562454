// Limits on what an organization uses up: seen by its people, set by the machine's administrator.
import Type from 'typebox'
import { organizationQuery } from '../../../endpoints/dashboard.ts'
import { defineEndpoints, get, put } from '../../../endpoints/endpoint.ts'
import { Quota, QuotaInput } from '../schemas/quota.ts'

const quotas = Type.Array(Quota, { description: 'The kinds that have a limit.' })

export const quotaEndpoints = defineEndpoints(
  { tag: 'Quotas', auth: 'session', visibility: 'internal' },
  {
    listQuotas: get('/app/v1/quotas', 'See how much may be used up, and was', quotas, { query: organizationQuery }),
  },
)

export const quotaSettingEndpoints = defineEndpoints(
  { tag: 'Administration', auth: 'admin', visibility: 'internal' },
  {
    setQuota: put('/app/v1/quota', 'Set how much one organization may use up', quotas, {
      body: QuotaInput,
      errors: ['highway.quota.error.off'],
    }),
  },
)
