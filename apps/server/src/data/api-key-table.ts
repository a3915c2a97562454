// The table of keys for the interface; a key itself is never stored, only its digest.
import { beginning, bytes, flag, id, moment, optional, type RowOf, table, text } from './table.ts'

export const apiKeyTable = table('api_keys', {
  given: {
    id,
    organization_id: id,
    user_id: id,
    /** The end of the key, by which people tell their keys apart. */
    hint: text,
    created_at: moment,
  },
  descriptive: {
    label: beginning('', text),
    active: beginning(true, flag),
    /** From this moment on the key is rejected. */
    inactive_from: optional(moment),
  },
  private: {
    digest: bytes,
  },
})

/** A key without what it is recognized by. */
export type ApiKeyRow = Omit<RowOf<typeof apiKeyTable>, 'digest'>
