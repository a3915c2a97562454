// The tables of quotas: limits of single organizations, and what was used by month.
import { id, moment, optional, type RowOf, table, text, wholeNumber } from './table.ts'

export const quotaLimitTable = table('quota_limits', {
  given: {
    kind: text,
    updated_at: moment,
  },
  computed: {
    /** Null: no limit, whatever the installation's default is. */
    amount: optional(wholeNumber),
  },
  private: {
    organization_id: id,
  },
})

export const quotaUseTable = table('quota_uses', {
  given: {
    kind: text,
    /** As 2026-01; empty for storage, which counts what is there now. */
    month: text,
  },
  computed: {
    amount: wholeNumber,
  },
  private: {
    organization_id: id,
  },
})

export type QuotaUseRow = RowOf<typeof quotaUseTable>
