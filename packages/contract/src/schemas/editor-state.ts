// A plan as the editor reads it, and plans beside each other.
import Type, { type Static } from 'typebox'
import { nullable, oneOf, optionalFields, record } from '../schema.ts'
import { pinKinds } from './editor.ts'
import { count, flag, id, ids, label, timestamp, timeWindow } from './fields.ts'
import { OptimizationRun, PlanFigures } from './optimization.ts'
import { OptimizerConfig } from './optimizer.ts'
import { Plan } from './plan.ts'
import { BareRoute } from './route.ts'
import type { Stop } from './stop.ts'

export const PlanBoard = record('PlanBoard', 'A plan as the editor reads it: every stop once.', {
  plan: Plan,
  routes: Type.Array(BareRoute, { description: 'Without their stops, which say themselves where they are.' }),
  common: Type.Unsafe<Partial<Stop>>({
    type: 'object',
    description: 'Fields that every stop has, with the value that holds where the stop itself does not name them.',
  }),
  stops: Type.Array(Type.Unsafe<Partial<Stop> & { id: string }>({ type: 'object' }), {
    description: 'In the order of their creation, without what is common.',
  }),
})
export type PlanBoard = Static<typeof PlanBoard>

export const DuplicateRequest = record('DuplicateRequest', 'How the copy differs.', {
  label: Type.Optional(nullable(label('"<label> (copy)" by default.'))),
  execution_date: Type.Optional(
    Type.String({ description: 'The same day by default.', 'x-calendar': 'date-or-timestamp' }),
  ),
  keep_assignment: Type.Optional(flag('Stops stay on their routes; true by default.')),
  leave_out_routes: Type.Optional(ids('Routes that the copy does not have; their stops are unassigned there.')),
  time_window: Type.Optional(nullable(timeWindow('Other working hours for all routes.'))),
  optimizer_config: Type.Optional(nullable(OptimizerConfig)),
})
export type DuplicateRequest = Static<typeof DuplicateRequest>

export const PlanOrigin = record('PlanOrigin', 'Of which plan this one is a copy.', {
  plan_id: id(),
  copied_at: timestamp(),
  ...optionalFields({ label: label() }),
})

export const ComparedPlan = record('ComparedPlan', 'A plan and what it takes.', {
  plan: Plan,
  figures: PlanFigures,
  ...optionalFields({ origin: PlanOrigin }),
})

export const EditorState = record('EditorState', 'What the editor needs of a plan beside its records.', {
  plan_id: id(),
  revision: count(),
  pins: Type.Array(Type.Object({ stop_id: id(), pin: oneOf(pinKinds) })),
  figures: PlanFigures,
  copies: Type.Array(Type.Object({ plan_id: id(), copied_at: timestamp(), ...optionalFields({ label: label() }) })),
  ...optionalFields({ origin: PlanOrigin, optimization: OptimizationRun }),
})
export type EditorState = Static<typeof EditorState>
