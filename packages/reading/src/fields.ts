// Possible meanings of a column: a field of a stop, of a driven day, a custom field, or nothing.
import type { CustomFieldDefinition } from '@routewright/contract'

export const importFields = [
  ...(['external_id', 'label', 'first_name', 'address', 'street', 'house_number', 'postal_code', 'city'] as const),
  ...(['country'] as const),
  ...(['lat', 'lng', 'coordinates', 'location_details'] as const),
  ...(['time_windows', 'window_from', 'window_to', 'duration'] as const),
  ...(['type', 'weight', 'volume', 'price', 'cash_on_delivery', 'currency'] as const),
  ...(['reference_person', 'phone', 'email', 'comments'] as const),
  ...([
    'requires',
    'packages',
    'parcel_count',
    'tasks',
    'client_external_id',
    'cluster',
    'kind',
    'apart_from',
  ] as const),
] as const
export type ImportField = (typeof importFields)[number]

/** Fields of a row of a past day besides its stop. In an order, and in a row for a plan, `date` is the day of delivery. */
export const pastFields = ['date', 'vehicle', 'position', 'done_at'] as const
export type PastField = (typeof pastFields)[number]
export type RowField = ImportField | PastField

/** Stops to be driven, imported by hand or by an order source; or days that were driven. */
export type Purpose = 'plan' | 'past'

/**
 * A column is one of the fields, a custom field of the project (`custom:` and its name), a custom field under the column's own header, or
 * left out.
 */
export type ColumnTarget = RowField | `custom:${string}` | 'custom' | 'ignore'

/** Fields of a stop that matter for a past day. */
const fieldsOfPast: readonly ImportField[] = [
  ...(['label', 'address', 'street', 'house_number', 'postal_code', 'city', 'country', 'lat', 'lng'] as const),
  ...(['coordinates', 'time_windows', 'window_from', 'window_to', 'duration', 'weight', 'volume'] as const),
]

/** Meanings that a column may have for each purpose. */
export const fieldsFor: Readonly<Record<Purpose, readonly RowField[]>> = {
  plan: [...importFields, 'date'],
  past: [...pastFields, ...fieldsOfPast],
}

/** The project's definition for the custom field of a column. */
export function findDefinition(
  target: ColumnTarget,
  definitions: readonly CustomFieldDefinition[],
): CustomFieldDefinition | undefined {
  return definitions.find(({ name }) => target === `custom:${name}`)
}
