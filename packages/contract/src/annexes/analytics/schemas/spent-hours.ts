// Where working hours went, over a span of days.
import type { Static } from 'typebox'
import { record } from '../../../schema.ts'
import { quantity } from '../../../schemas/fields.ts'

export const SpentHours = record(
  'SpentHours',
  'Seconds of the working hours of routes with stops, as planned: each second is of one kind.',
  {
    loaded: quantity('Driving with goods aboard.'),
    empty: quantity('Driving without goods.'),
    work: quantity('Loading at the depot, and at stops.'),
    waiting: quantity('Until the window of a stop opens.'),
    breaks: quantity('Breaks, wherever they lie.'),
    free: quantity('Working hours before the start and after the end.'),
  },
)
export type SpentHours = Static<typeof SpentHours>
