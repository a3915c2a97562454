// The table of what-if computations: days computed differently from how they were planned.
import { whatIfStates } from '@routewright/contract'
import {
  beginning,
  getText,
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
} from './table.ts'
import type { JsonObject } from './values.ts'

/** Fleets of different sizes for one plan; past days with other vehicles, hours or depot, from plans or from a spreadsheet. */
export type WhatIfKind = 'fleet_sizes' | 'replay' | 'spreadsheet'

export const whatIfTable = table('what_ifs', {
  given: {
    ...recordOfProject,
    kind: getText<WhatIfKind>(),
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
    /** Request in the form of its kind. */
    asked: json<JsonObject>(),
    found: optional(json<JsonObject>()),
  },
})

export type WhatIfRow = RowOf<typeof whatIfTable>
