// A zone: a polygon of a project that only the routes listing it may serve.
import Type, { type Static } from 'typebox'
import * as limits from '../limits.ts'
import { optionalFields, record } from '../schema.ts'
import { color, flag, id, label, recordTimes } from './fields.ts'

const polygon = Type.Unsafe<[number, number][]>({
  type: 'array',
  description: 'The ring as [longitude, latitude] pairs; the last point joins the first.',
  items: { type: 'array', items: { type: 'number', minimum: -180, maximum: 180 }, minItems: 2, maxItems: 2 },
  minItems: 3,
  maxItems: limits.listLength.ringPoints,
  'x-ring': true,
})

export const Zone = record('Zone', 'A polygon; a stop inside is served only by the routes that list it.', {
  id: id(),
  organization_id: id(),
  project_id: id(),
  ...optionalFields({ created_by: id(), label: label(), color: color() }),
  enabled: flag('Disabled zones have no effect.'),
  polygon,
  ...recordTimes,
})
export type Zone = Static<typeof Zone>

const descriptive = {
  label: Type.Optional(label()),
  color: Type.Optional(color()),
  enabled: Type.Optional(flag('Disabled zones have no effect.')),
}

export const ZoneInput = record('ZoneInput', 'A new zone.', { ...descriptive, polygon })
export type ZoneInput = Static<typeof ZoneInput>

export const ZoneUpdate = record('ZoneUpdate', 'What changes in a zone.', {
  ...descriptive,
  polygon: Type.Optional(polygon),
})
export type ZoneUpdate = Static<typeof ZoneUpdate>
