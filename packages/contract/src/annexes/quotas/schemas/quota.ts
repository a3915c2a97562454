// Limits on what an organization uses up, and its use.
import Type, { type Static } from 'typebox'
import { quotaKinds } from '../../../limits.ts'
import { oneOf, optionalFields, record } from '../../../schema.ts'
import { count, id, timestamp } from '../../../schemas/fields.ts'

export const Quota = record('Quota', 'How much of one kind an organization may use up, and has used.', {
  kind: oneOf(quotaKinds),
  limit: count('By month; of storage, at any time.'),
  used: count('In this month; of storage, what is there now.'),
  months: Type.Array(
    Type.Object({
      month: Type.String({ description: 'A year and a month, as 2026-01.' }),
      used: count(),
    }),
    { description: 'Up to twelve earlier months in which something was used, latest first. None for storage.' },
  ),
  ...optionalFields({ begins_again_at: timestamp('When nothing of it will be used again; none for storage.') }),
})
export type Quota = Static<typeof Quota>

export const QuotaInput = Type.Object(
  {
    organization_id: id(),
    kind: oneOf(quotaKinds),
    limit: Type.Union([Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }), oneOf(['none', 'default'])], {
      description: '`none` lifts the limit, `default` restores that of the installation.',
    }),
  },
  { title: 'QuotaInput', description: 'The limit of one organization.' },
)
export type QuotaInput = Static<typeof QuotaInput>
