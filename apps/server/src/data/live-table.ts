// The table of changes that open pages are told of.
import { id, identity, json, momentOfWriting, optional, table, text, wholeNumber } from './table.ts'
import type { JsonObject } from './values.ts'

export const liveChangeTable = table('live_changes', {
  private: {
    id: identity,
    xid: wholeNumber,
    organization_id: id,
    project_id: id,
    plan_id: id,
    kind: text,
    ids: optional(json<JsonObject>()),
    fields: optional(json<JsonObject>()),
    actor: optional(json<JsonObject>()),
    created_at: momentOfWriting,
  },
})
