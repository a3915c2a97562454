// Responses in the JSON of VROOM, so that its users only change an address; docs/vroom.md lists the differences.
import Type, { type Static } from 'typebox'
import { oneOf, record } from '../../../schema.ts'

const whole = (description?: string) => Type.Integer({ ...(description && { description }) })
const amounts = Type.Array(Type.Integer())
const place = {
  location: Type.Optional(
    Type.Array(Type.Number(), { minItems: 2, maxItems: 2, description: 'Longitude, latitude; as they were sent.' }),
  ),
  location_index: Type.Optional(whole('In the matrices that were sent.')),
}
const taskType = Type.Union([Type.Literal('job'), Type.Literal('pickup'), Type.Literal('delivery')])
const description = Type.Optional(Type.String())
const causes = ['delay', 'load', 'max_tasks', 'skills', 'precedence', 'missing_break', 'max_distance', 'other'] as const
const violation = Type.Object({
  cause: oneOf(causes, { description: 'The rule that an order of the file breaks.' }),
  duration: Type.Optional(whole('Seconds, where the rule is one of time.')),
})
const violations = Type.Array(violation, {
  description: 'Empty for what is planned: a plan keeps every rule. With option `c` what the given order breaks.',
})

const sums = {
  cost: whole(),
  delivery: amounts,
  amount: amounts,
  pickup: amounts,
  setup: whole('Seconds.'),
  service: whole('Seconds.'),
  duration: whole('Seconds of driving.'),
  waiting_time: whole('Seconds.'),
  priority: whole(),
  distance: Type.Optional(whole('Metres.')),
  straight_distance: Type.Optional(
    whole(
      'Metres of the distance that are straight lines, because no roads are known there: an estimate. VROOM has no such field.',
    ),
  ),
  violations,
}

const step = Type.Object({
  type: Type.Union([...taskType.anyOf, Type.Literal('start'), Type.Literal('break'), Type.Literal('end')]),
  ...place,
  id: Type.Optional(whole()),
  job: Type.Optional(whole()),
  description,
  arrival: whole('Seconds, on the clock of what was sent.'),
  duration: whole('Seconds driven since the start.'),
  setup: whole(),
  service: whole(),
  waiting_time: whole(),
  load: amounts,
  distance: Type.Optional(whole('Metres since the start.')),
  violations,
})

export const VroomAnswer = record('VroomAnswer', 'Routes in the JSON of VROOM.', {
  code: Type.Literal(0),
  summary: Type.Object({
    ...sums,
    routes: whole(),
    unassigned: whole(),
    computing_times: Type.Object({ loading: whole('Milliseconds.'), solving: whole(), routing: whole() }),
  }),
  unassigned: Type.Array(Type.Object({ id: whole(), type: taskType, ...place, description })),
  routes: Type.Array(
    Type.Object({
      vehicle: whole(),
      description,
      ...sums,
      steps: Type.Array(step),
      geometry: Type.Optional(Type.String({ description: 'Encoded polyline of precision 5.' })),
    }),
  ),
})
export type VroomAnswer = Static<typeof VroomAnswer>

export const VroomRefusal = record('VroomRefusal', 'Why there are no routes, in the JSON of VROOM.', {
  code: Type.Union([Type.Literal(1), Type.Literal(2), Type.Literal(3)], {
    description: '1: too many problems of the organization wait; 2: the input; 3: travel times.',
  }),
  error: Type.String(),
})
