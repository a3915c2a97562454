// A charging place: where electric vehicles may charge between two stops. Our extension.
import Type, { type Static } from 'typebox'
import { clearableFields, optionalFields, record } from '../../../schema.ts'
import { openingHours } from '../../../schemas/depot.ts'
import { customFields, id, label, quantity, recordTimes, text } from '../../../schemas/fields.ts'
import { Depot as PlaceWithCoordinates } from '../../../schemas/location.ts'

const name = label('Name.', { minLength: 1 })
const power = Type.Number({
  description: 'What one point gives, in kilowatts.',
  minimum: 1,
  maximum: 1_000,
})

const details = {
  external_id: label("The caller's own identifier; it need not be unique."),
  phone: text(),
  comments: text(),
  custom_fields: customFields(),
  points: Type.Integer({
    description: 'How many vehicles can charge at a time; any number when left out.',
    minimum: 1,
    maximum: 100,
  }),
  price_per_kwh: quantity('Price of a kilowatt-hour, in the currency of the other prices; free when left out.'),
}

export const ChargingPlace = record(
  'ChargingPlace',
  'A place where electric vehicles may charge between two stops; an addition to the specification.',
  {
    id: id(),
    organization_id: id(),
    project_id: id(),
    label: label('Name.'),
    location: PlaceWithCoordinates,
    power,
    hours: openingHours,
    ...optionalFields({ created_by: id(), ...details }),
    ...recordTimes,
  },
)
export type ChargingPlace = Static<typeof ChargingPlace>

const changeable = clearableFields({ ...details, hours: openingHours })

export const ChargingPlaceInput = record('ChargingPlaceInput', 'A new charging place.', {
  label: name,
  location: PlaceWithCoordinates,
  power,
  ...changeable,
})
export type ChargingPlaceInput = Static<typeof ChargingPlaceInput>

export const ChargingPlaceUpdate = record(
  'ChargingPlaceUpdate',
  'What changes in a charging place; null clears a field.',
  {
    label: Type.Optional(name),
    location: Type.Optional(PlaceWithCoordinates),
    power: Type.Optional(power),
    ...changeable,
  },
)
export type ChargingPlaceUpdate = Static<typeof ChargingPlaceUpdate>
