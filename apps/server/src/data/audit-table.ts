// The table of who changed what.

import type { Actor } from '../platform/actor.ts'
import { id, json, moment, optional, type RowOf, table, text } from './table.ts'
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
})

export type AuditRow = RowOf<typeof auditLogTable>
