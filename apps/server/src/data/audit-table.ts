// The tables of the audit log: the entries, and the end of each organization's chain.

import type { Actor } from '../frame/platform/actor.ts'
import { beginning, id, json, moment, optional, type RowOf, table, text, wholeNumber } from './table.ts'
import type { JsonObject } from './values.ts'

export const auditLogTable = table('audit_log', {
  given: {
    id,
    organization_id: id,
    project_id: optional(id),
    actor: json<Actor>(),
    action: text,
    resource_type: text,
    resource_id: text,
    changes: optional(json<JsonObject>()),
    created_at: moment,
  },
  computed: {
    /** Its number in the organization's chain; assigned at commit. */
    number: optional(wholeNumber),
    hash: optional(text),
    /** When its changes were deleted, because somebody named in them was erased. */
    redacted_at: optional(moment),
  },
  private: {
    /** Random prefix of the digest's input: without it nobody can guess the erased changes. */
    salt: optional(text),
    changes_digest: optional(text),
  },
})

export const auditHeadTable = table('audit_heads', {
  private: {
    organization_id: id,
    number: beginning(0, wholeNumber),
    hash: beginning('', text),
    /** The last entry that was deleted because of its age. */
    trimmed_number: beginning(0, wholeNumber),
    trimmed_hash: beginning('', text),
  },
})

export type AuditRow = RowOf<typeof auditLogTable>
export type AuditHead = RowOf<typeof auditHeadTable>
