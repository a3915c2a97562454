// The table of API keys; a key itself is never stored, only its digest.
import { beginning, bytes, flag, id, moment, optional, type RowOf, table, text } from './table.ts'

export const apiKeyTable = table('api_keys', {
  given: {
    id,
    organization_id: id,
    user_id: id,
    /** The end of the key, which lets people recognize it. */
    hint: text,
    created_at: moment,
  },
  descriptive: {
    label: beginning('', text),
    active: beginning(true, flag),
    /** The key is rejected from this moment on. */
    inactive_from: optional(moment),
  },
  private: {
    digest: bytes,
  },
})

/** A key without its digest. */
export type ApiKeyRow = Omit<RowOf<typeof apiKeyTable>, 'digest'>
