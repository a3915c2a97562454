// The list of tools: tasks of a dispatcher, at most 25, so that an assistant keeps them all in view.
import type { Tool } from './tool.ts'
import { effect, proposeChange } from './tools/changes.ts'
import { explain, readStop } from './tools/explain.ts'
import { readMessages, whereAreVans } from './tools/live.ts'
import { proposeOptimization, whatIf } from './tools/optimize.ts'
import { find, needsDecision, overview } from './tools/overview.ts'
import { searchAddress, travelTime } from './tools/places.ts'
import { comparePlans, listPlans, listStops, readFigures, readPlan } from './tools/plans.ts'
import { apply, proposeDispatch, proposeMessage, proposeReschedule, proposeStops } from './tools/proposing.ts'
import { listResources } from './tools/resources.ts'
import { findSlots } from './tools/slots.ts'

export const tools: readonly Tool[] = [
  ...[overview, needsDecision, find, listPlans, readPlan, listStops, readStop, explain, findSlots],
  ...[whereAreVans, readMessages, effect, comparePlans, readFigures, searchAddress, travelTime, listResources],
  ...[whatIf, proposeStops, proposeChange, proposeOptimization, proposeReschedule, proposeDispatch, proposeMessage],
  apply,
]
