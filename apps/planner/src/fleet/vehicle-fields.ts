// The form of a vehicle: six things that every van needs, and behind buttons what only some have.
import type { Vehicle, Zone } from '@routewright/contract'
import type { TFunction } from 'i18next'
import { batteryFields } from '../forms/battery-fields.ts'
import { weekdayOptions } from '../forms/choices.ts'
import { drivingFields } from '../forms/driving-fields.ts'
import type { Field, FormValues, Option, Section } from '../forms/fields.ts'
import { isSame } from '../forms/is-same.ts'
import { travelFields } from '../forms/travel-fields.ts'

const hours: Field = { name: 'default_time_window', kind: 'window' }
const load: Field = { name: 'default_max_weight', kind: 'number' }
const skills: Field = { name: 'default_provides', kind: 'words', isWide: true }
const startPlace: Field = { name: 'default_start_location', kind: 'place', isLeftOut: names('default_start_depot_id') }
const endPlace: Field = { name: 'default_end_location', kind: 'place', isLeftOut: names('default_end_depot_id') }

const priceFields: readonly Field[] = [
  { name: 'price_per_minute', kind: 'number' },
  { name: 'price_per_distance', kind: 'number' },
  { name: 'price_per_stop', kind: 'number' },
  { name: 'consumption', kind: 'number' },
  { name: 'fuel_type', kind: 'text' },
]

const detailFields: readonly Field[] = [
  { name: 'plate', kind: 'text' },
  { name: 'color', kind: 'color' },
  { name: 'brand', kind: 'text' },
  { name: 'vehicle_model', kind: 'text' },
  { name: 'external_id', kind: 'text' },
]

function workFields(t: TFunction): Field[] {
  return [
    { name: 'default_break', kind: 'break' },
    { name: 'default_working_days', kind: 'choices', options: weekdayOptions(t) },
    { name: 'default_min_time', kind: 'hours' },
    { name: 'default_max_time', kind: 'hours' },
  ]
}

function limitFields(zones: readonly Zone[]): Field[] {
  return [
    { name: 'default_max_volume', kind: 'number' },
    { name: 'default_max_services', kind: 'number' },
    { name: 'default_max_distance', kind: 'distance' },
    { name: 'default_min_distance', kind: 'distance' },
    {
      name: 'default_geo_fences',
      kind: 'choices',
      options: zones.map((zone) => ({ value: zone.id, label: zone.label ?? zone.id })),
    },
  ]
}

function depotField(name: string, depots: readonly Option[]): Field {
  return { name, kind: 'choice', options: depots, isLeftOut: () => depots.length === 0 }
}

/** A place is written where no depot brings it. */
function names(depot: string) {
  return (values: FormValues) => Boolean(values[depot])
}

/** Fields that several vehicles may be given at once. */
export function commonFields(t: TFunction, zones: readonly Zone[], depots: readonly Option[]): Field[] {
  return [
    hours,
    ...workFields(t),
    depotField('default_start_depot_id', depots),
    depotField('default_end_depot_id', depots),
    startPlace,
    endPlace,
    load,
    ...limitFields(zones),
    skills,
    ...priceFields,
    ...drivingFields('default_'),
  ]
}

/** `vehicle` is missing for a new one. */
export function vehicleSections(
  t: TFunction,
  zones: readonly Zone[],
  depots: readonly Option[],
  vehicle: Vehicle | undefined,
): Section[] {
  const [start, ends] = depots.length > 0 ? byDepot(depots) : byPlace
  return [
    {
      word: 'vehicle',
      fields: [
        { name: 'label', kind: 'text', isRequired: true, isWide: true },
        { name: 'phone', kind: 'text', input: { type: 'tel' } },
        { name: 'email', kind: 'text', input: { type: 'email' } },
        hours,
        load,
        { ...start, word: 'columns.depot', hint: 'hints.depot', isWide: true },
        skills,
        { name: 'enabled', kind: 'switch', isLeftOut: () => !vehicle },
      ],
    },
    { word: 'details', fields: detailFields, isOptional: true },
    { word: 'work', fields: workFields(t), isOptional: true },
    ends,
    { word: 'limits', fields: limitFields(zones), isOptional: true },
    { word: 'prices', fields: priceFields, isOptional: true },
    { word: 'records:sections.driving', fields: drivingFields('default_'), isOptional: true },
    { word: 'records:sections.battery', fields: batteryFields('default_battery'), isOptional: true },
    { word: 'records:sections.travel', fields: travelFields(t, 'default_travel'), isOptional: true },
    { word: 'notes', fields: [{ name: 'comments', kind: 'long' }], isOptional: true },
  ]
}

type StartAndEnds = readonly [start: Field, ends: Section]

/** The end is the start, until it is another one. */
const byPlace: StartAndEnds = [
  { ...startPlace, followedBy: endPlace.name },
  {
    word: 'places',
    fields: [endPlace],
    isOptional: true,
    isUsed: (values) => !isSame(values[startPlace.name], values[endPlace.name]),
  },
]

function byDepot(depots: readonly Option[]): StartAndEnds {
  const start = depotField('default_start_depot_id', depots)
  const end = depotField('default_end_depot_id', depots)
  const ends: Section = {
    word: 'places',
    fields: [end, startPlace, endPlace],
    isOptional: true,
    isUsed: (values) => {
      const isAddress = (depot: Field, place: Field) => !values[depot.name] && !isSame(values[place.name], undefined)
      return isAddress(start, startPlace) || isAddress(end, endPlace) || values[start.name] !== values[end.name]
    },
  }
  return [{ ...start, followedBy: end.name }, ends]
}
