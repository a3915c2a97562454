// The demo's day, driven by simulated drivers.
import Type, { type Static } from 'typebox'
import { oneOf, optionalFields, record } from '../../../schema.ts'
import { id, timestamp } from '../../../schemas/fields.ts'

/** Fastest speed: nine hours pass in nine minutes. */
export const MAX_PLAY_SPEED = 60

const speed = Type.Integer({ minimum: 1, maximum: MAX_PLAY_SPEED, description: 'Seconds of the demo in one of ours.' })

export const Play = record('Play', "How the demo's day is being driven, and what time it is there.", {
  state: oneOf(['none', 'playing', 'paused', 'done'], { description: 'none: no plan has been driven yet.' }),
  now: timestamp("The demo's time when this was answered."),
  speed,
  ...optionalFields({ plan_id: id(), fault: Type.String({ description: 'Why it came to a halt.' }) }),
})
export type Play = Static<typeof Play>

export const PlayOrder = record('PlayOrder', 'Have the drivers of a plan drive, or wait.', {
  plan_id: Type.Optional(id('With start: the plan that is driven.')),
  action: oneOf(['start', 'pause', 'resume', 'speed']),
  speed: Type.Optional(speed),
})
export type PlayOrder = Static<typeof PlayOrder>
