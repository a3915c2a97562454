// The table of changes that open pages receive.

import type { Actor } from '../frame/platform/actor.ts'
import { getText, id, identity, json, momentOfWriting, optional, type RowOf, table, wholeNumber } from './table.ts'

export type ChangeKind =
  | ('stops' | 'estimates' | 'routes' | 'positions')
  | ('plan' | 'reports' | 'conflicts' | 'notes' | 'messages' | 'optimization')

export const liveChangeTable = table('live_changes', {
  given: {
    id: identity,
    plan_id: id,
    kind: getText<ChangeKind>(),
    /** Null when there are too many to list. */
    ids: optional(json<string[]>()),
    fields: optional(json<string[]>()),
    actor: optional(json<Actor>()),
    created_at: momentOfWriting,
  },
  private: {
    xid: wholeNumber,
    organization_id: id,
    project_id: id,
  },
})

export type ChangeRow = RowOf<typeof liveChangeTable>
