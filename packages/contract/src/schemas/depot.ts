// A depot: a place where vehicles load and come back to, with its opening hours and the time that loading takes.
import Type, { type Static } from 'typebox'
import { clearableFields, oneOf, optionalFields, record } from '../schema.ts'
import { customFields, id, label, recordTimes, seconds, text, timeWindow, weekdays, wrongWindow } from './fields.ts'
import { Depot as DepotPlace } from './location.ts'

const Opening = Type.Object(
  {
    weekday: oneOf(weekdays),
    time_window: timeWindow('When it is open on this weekday.', {
      'x-message-ids': wrongWindow('highway.route.error.invalid_time_window'),
    }),
  },
  { title: 'DepotOpening', description: 'The opening hours of one weekday.' },
)
export type DepotOpening = Static<typeof Opening>

const name = label('Name.', { minLength: 1 })

const descriptive = {
  external_id: label("The caller's own identifier; it need not be unique."),
  phone: text(),
  comments: text(),
  custom_fields: customFields(),
  loading_time: seconds('How long a vehicle loads here before it leaves.'),
}
/** At most one entry for a weekday. */
export const openingHours = Type.Array(Opening, {
  description: 'Opening hours, at most once for a weekday; always open when empty, else closed on the days left out.',
  maxItems: weekdays.length,
})

export const DepotRecord = record('DepotRecord', 'A place where vehicles load, and where they come back to.', {
  id: id(),
  organization_id: id(),
  project_id: id(),
  label: label('Name.'),
  location: DepotPlace,
  hours: openingHours,
  ...optionalFields({ created_by: id(), ...descriptive }),
  ...recordTimes,
})
export type DepotRecord = Static<typeof DepotRecord>

const changeable = clearableFields({ ...descriptive, hours: openingHours })

export const DepotRecordInput = record('DepotRecordInput', 'A new depot.', {
  label: name,
  location: DepotPlace,
  ...changeable,
})
export type DepotRecordInput = Static<typeof DepotRecordInput>

export const DepotRecordUpdate = record('DepotRecordUpdate', 'What changes in a depot; null clears a field.', {
  label: Type.Optional(name),
  location: Type.Optional(DepotPlace),
  ...changeable,
})
export type DepotRecordUpdate = Static<typeof DepotRecordUpdate>

/** Names a depot at one end of a route or vehicle. */
export function depotId(end: 'start' | 'end') {
  return id(`The depot at the ${end}: fills the location, unless another one is sent.`)
}
