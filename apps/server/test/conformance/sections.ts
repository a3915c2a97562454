// All rules, in the order of the specification and then of the decisions.
import { decidedPlans, decidedRoutes } from './decision-plans.ts'
import { codes, general } from './decision-rules.ts'
import { decidedPeople, decidedReports, decidedStops } from './decision-stops.ts'
import type { Section } from './rule.ts'
import { authentication, events, limits, operations, refusals, versions } from './specification-operations.ts'
import { conventions, records, states } from './specification-records.ts'

export const sections: readonly Section[] = [
  conventions,
  records,
  states,
  operations,
  authentication,
  events,
  refusals,
  limits,
  versions,
  general,
  decidedPlans,
  decidedRoutes,
  decidedStops,
  decidedReports,
  decidedPeople,
  codes,
]
