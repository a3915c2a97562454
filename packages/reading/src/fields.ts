// What a column of a table can mean: a field of a stop, of a day that was driven, a custom field, or nothing.
import type { CustomFieldDefinition } from '@routewright/contract'

export const importFields = [
  ...(['external_id', 'label', 'first_name', 'address', 'street', 'house_number', 'postal_code', 'city'] as const),
  ...(['country'] as const),
  ...(['lat', 'lng', 'coordinates', 'location_details'] as const),
  ...(['time_windows', 'window_from', 'window_to', 'duration'] as const),
  ...(['type', 'weight', 'volume', 'price', 'reference_person', 'phone', 'email', 'comments'] as const),
  ...(['requires', 'packages', 'parcel_count', 'tasks', 'client_external_id', 'cluster'] as const),
] as const
export type ImportField = (typeof importFields)[number]

/** What a row of a past day says beside its stop. `date` of an order, and of a row for a plan, is the day that it is to be delivered. */
export const pastFields = ['date', 'vehicle', 'position', 'done_at'] as const
export type PastField = (typeof pastFields)[number]
export type RowField = ImportField | PastField

/** Stops to be driven, brought by hand or by an order source, or days that were driven. */
export type Purpose = 'plan' | 'past'

/**
 * A column is one of the fields, a custom field that the project has (`custom:` and its name), one under the column's own
 * header, or left out.
 */
export type ColumnTarget = RowField | `custom:${string}` | 'custom' | 'ignore'

/** Of the fields of a stop, those that count for a day that is over. */
const fieldsOfPast: readonly ImportField[] = [
  ...(['label', 'address', 'street', 'house_number', 'postal_code', 'city', 'country', 'lat', 'lng'] as const),
  ...(['coordinates', 'time_windows', 'window_from', 'window_to', 'duration', 'weight', 'volume'] as const),
]

/** What a column may be for each purpose. */
export const fieldsFor: Readonly<Record<Purpose, readonly RowField[]>> = {
  plan: [...importFields, 'date'],
  past: [...pastFields, ...fieldsOfPast],
}

/** The project's definition that a column is to be read as. */
export function definitionOf(
  target: ColumnTarget,
  definitions: readonly CustomFieldDefinition[],
): CustomFieldDefinition | undefined {
  return definitions.find(({ name }) => target === `custom:${name}`)
}
