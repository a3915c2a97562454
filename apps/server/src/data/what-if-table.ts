// The table of days that are tried otherwise than planned, whatever is asked of them.
import { whatIfStates } from '@routewright/contract'
import {
  beginning,
  id,
  integer,
  json,
  moment,
  oneOf,
  optional,
  type RowOf,
  recordOfProject,
  table,
  text,
  textOf,
} from './table.ts'
import type { JsonObject } from './values.ts'

/** Fleets of different sizes for one plan; past days with other vehicles, hours or depot, of plans or of a spreadsheet. */
export type WhatIfKind = 'fleet_sizes' | 'replay' | 'spreadsheet'

export const whatIfTable = table('what_ifs', {
  given: {
    ...recordOfProject,
    kind: textOf<WhatIfKind>(),
    plan_id: optional(id),
    expires_at: moment,
  },
  computed: {
    state: beginning('waiting', oneOf(whatIfStates)),
    percent: beginning(0, integer),
    reason: optional(text),
  },
  private: {
    attempts: beginning(0, integer),
    /** In the form that its kind has. */
    asked: json<JsonObject>(),
    found: optional(json<JsonObject>()),
  },
})

export type WhatIfRow = RowOf<typeof whatIfTable>
