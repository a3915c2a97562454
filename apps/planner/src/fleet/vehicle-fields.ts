// The form of a vehicle: its driver, working time, places, limits and costs.
import type { Zone } from '@routewright/contract'
import type { TFunction } from 'i18next'
import { batteryFields } from '../forms/battery-fields.ts'
import { weekdayOptions } from '../forms/choices.ts'
import { drivingFields } from '../forms/driving-fields.ts'
import type { FormValues, Option, Section } from '../forms/fields.ts'
import { travelFields } from '../forms/travel-fields.ts'

/** What several vehicles may be given at once. */
export function commonSections(t: TFunction, zones: readonly Zone[], depots: readonly Option[]): Section[] {
  return [
    {
      word: 'work',
      fields: [
        { name: 'default_time_window', kind: 'window' },
        { name: 'default_break', kind: 'break' },
        { name: 'default_working_days', kind: 'choices', options: weekdayOptions(t) },
        { name: 'default_min_time', kind: 'hours' },
        { name: 'default_max_time', kind: 'hours' },
      ],
    },
    {
      word: 'places',
      fields: [
        { name: 'default_start_depot_id', kind: 'choice', options: depots, isLeftOut: () => depots.length === 0 },
        { name: 'default_end_depot_id', kind: 'choice', options: depots, isLeftOut: () => depots.length === 0 },
        { name: 'default_start_location', kind: 'place', isLeftOut: names('default_start_depot_id') },
        { name: 'default_end_location', kind: 'place', isLeftOut: names('default_end_depot_id') },
      ],
    },
    {
      word: 'limits',
      fields: [
        { name: 'default_max_weight', kind: 'number' },
        { name: 'default_max_volume', kind: 'number' },
        { name: 'default_max_services', kind: 'number' },
        { name: 'default_max_distance', kind: 'distance' },
        { name: 'default_min_distance', kind: 'distance' },
        { name: 'default_provides', kind: 'words', isWide: true },
        {
          name: 'default_geo_fences',
          kind: 'choices',
          options: zones.map((zone) => ({ value: zone.id, label: zone.label ?? zone.id })),
        },
      ],
    },
    {
      word: 'prices',
      fields: [
        { name: 'price_per_minute', kind: 'number' },
        { name: 'price_per_distance', kind: 'number' },
        { name: 'price_per_stop', kind: 'number' },
        { name: 'consumption', kind: 'number' },
        { name: 'fuel_type', kind: 'text' },
      ],
    },
  ]
}

/** The law on driving, and what the tachograph or the log says is left; several vehicles may be given it at once, too. */
export const drivingSection: Section = { word: 'driving', fields: drivingFields('default_') }

/** A place is written where no depot brings it. */
function names(depot: string) {
  return (values: FormValues) => Boolean(values[depot])
}

export function vehicleSections(t: TFunction, zones: readonly Zone[], depots: readonly Option[]): Section[] {
  return [
    {
      word: 'vehicle',
      fields: [
        { name: 'label', kind: 'text', isRequired: true },
        { name: 'enabled', kind: 'switch', input: { mt: 24 } },
        { name: 'plate', kind: 'text' },
        { name: 'color', kind: 'color' },
        { name: 'phone', kind: 'text' },
        { name: 'email', kind: 'text' },
        { name: 'brand', kind: 'text' },
        { name: 'vehicle_model', kind: 'text' },
        { name: 'external_id', kind: 'text' },
      ],
    },
    ...commonSections(t, zones, depots),
    drivingSection,
    { word: 'battery', fields: batteryFields('default_battery') },
    { word: 'travel', fields: travelFields(t, 'default_travel') },
    { word: 'notes', fields: [{ name: 'comments', kind: 'long' }] },
  ]
}
