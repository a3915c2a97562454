// Columns of both the depots' and the charging places' table: name, address, opening hours.
import { Text } from '@mantine/core'
import type { ChargingPlace, DepotRecord } from '@routewright/contract'
import { placeText } from '../forms/place.ts'
import { WeekHoursText } from '../forms/week-hours-text.tsx'
import type { Column } from '../shell/column-table.tsx'

export type OpenPlace = Pick<DepotRecord | ChargingPlace, 'id' | 'label' | 'location' | 'hours'>

export function nameOfPlace({ label, id }: OpenPlace): string {
  return label || id
}

/** `titles` of the columns, and `always` for a place without hours. */
export function placeColumns<Place extends OpenPlace>(
  titles: Record<'label' | 'address' | 'hours' | 'always', string>,
) {
  const label: Column<Place> = { key: 'label', title: titles.label, cell: nameOfPlace }
  const address: Column<Place> = {
    key: 'address',
    title: titles.address,
    cell: ({ location }) => (
      <Text size="sm" truncate maw={320}>
        {placeText(location)}
      </Text>
    ),
  }
  const hours: Column<Place> = {
    key: 'hours',
    title: titles.hours,
    cell: ({ hours: days }) => (days.length === 0 ? titles.always : <WeekHoursText days={days} />),
  }
  return { label, address, hours }
}
