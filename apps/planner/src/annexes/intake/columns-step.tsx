// The meaning of each column: guessed by its name, remembered from the last time, changed by hand.
import { Button, Group, Select, Table, Text } from '@mantine/core'
import { type ColumnTarget, fieldsFor, type RowField } from '@routewright/reading/fields'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FileChoices } from './file-choices.tsx'
import { HeaderRow } from './header-row.tsx'
import classes from './import.module.css'
import { columnNames, dataRows, readRows, setTarget, startOver, useImport } from './import-store.ts'
import { rememberColumns } from './remembered-columns.ts'

const groups: Record<string, readonly RowField[]> = {
  past: ['date', 'vehicle', 'position', 'done_at'],
  order: ['external_id', 'label', 'first_name', 'type', 'client_external_id', 'cluster', 'kind', 'apart_from'],
  place: [
    ...(['address', 'street', 'house_number', 'postal_code', 'city', 'country', 'location_details'] as const),
    ...(['lat', 'lng', 'coordinates'] as const),
  ],
  time: ['time_windows', 'window_from', 'window_to', 'duration'],
  load: ['weight', 'volume', 'price', 'cash_on_delivery', 'currency', 'packages', 'parcel_count', 'tasks', 'requires'],
  contact: ['reference_person', 'phone', 'email', 'comments'],
}

const samplesMost = 200

export function ColumnsStep() {
  const { t } = useTranslation(['import', 'shell'])
  const state = useImport()
  const rows = dataRows(state)
  const samples = rows.slice(0, samplesMost)
  const used = new Set(state.targets)
  const hasPlace = ['address', 'street', 'city', 'coordinates', 'lat'].some((field) => used.has(field as ColumnTarget))
  const hasAny = fieldsFor[state.purpose].some((field) => used.has(field))
  const isPast = state.purpose === 'past'
  const hasDay = used.has('date') || used.has('done_at')
  const [isReading, setReading] = useState(false)
  const next = () => {
    if (state.headerRow !== undefined) rememberColumns(state.purpose, columnNames(state), state.targets)
    setReading(true)
    void readRows()
  }
  return (
    <>
      <Text mb="xs">{t('columns_text', { name: state.sourceName, count: rows.length })}</Text>
      <FileChoices />
      <HeaderRow />
      <ColumnTable samples={samples} />
      {!hasPlace && (
        <Text c="var(--rw-late)" mt="sm" role="status">
          {isPast ? t('past_no_place') : t('no_place_column')}
        </Text>
      )}
      {isPast && !hasDay && (
        <Text c="var(--rw-late)" mt="sm" role="status">
          {t('past_no_date')}
        </Text>
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={startOver}>
          {t('other_file')}
        </Button>
        <Button
          onClick={next}
          disabled={!hasAny || rows.length === 0 || (isPast && !(hasDay && hasPlace))}
          loading={isReading}
        >
          {t('check')}
        </Button>
      </Group>
    </>
  )
}

function ColumnTable({ samples }: { samples: readonly (readonly string[])[] }) {
  const { t } = useTranslation('import')
  const state = useImport()
  const names = columnNames(state)
  const options = useMeanings()
  return (
    <div className={classes.sheet}>
      <Table verticalSpacing={8} horizontalSpacing="md" className={classes.columns}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('column')}</Table.Th>
            <Table.Th>{t('examples')}</Table.Th>
            <Table.Th>{t('means')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {state.targets.map((target, column) => {
            const name = names[column] || t('nth', { number: column + 1 })
            const examples = [...new Set(samples.map((row) => row[column]?.trim() ?? ''))].filter(Boolean).slice(0, 3)
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns have no identity but their place
              <Table.Tr key={column} data-dim={target === 'ignore' || undefined} className={classes.column}>
                <Table.Td fw={600}>{name}</Table.Td>
                <Table.Td>
                  <Text size="sm" c="dimmed" truncate>
                    {examples.join(' · ')}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <Select
                    aria-label={t('means_of', { name })}
                    data={options}
                    value={target}
                    searchable
                    allowDeselect={false}
                    nothingFoundMessage={t('nothing')}
                    onChange={(value) => setTarget(column, (value ?? 'ignore') as ColumnTarget)}
                  />
                </Table.Td>
              </Table.Tr>
            )
          })}
        </Table.Tbody>
      </Table>
    </div>
  )
}

/** The meanings that a column may have: none, a field of a stop or of a past day, or a custom field of the project. */
function useMeanings() {
  const { t } = useTranslation('import')
  const { definitions, purpose } = useImport()
  const known = fieldsFor[purpose]
  const own = Object.entries(groups).flatMap(([group, fields]) => {
    const items = fields.filter((field) => known.includes(field))
    if (items.length === 0) return []
    return [{ group: t(`groups.${group}`), items: items.map((value) => ({ value, label: t(`fields.${value}`) })) }]
  })
  const custom = {
    group: t('groups.custom'),
    items: [
      ...definitions.map(({ name, label }) => ({ value: `custom:${name}`, label: label || name })),
      { value: 'custom', label: t('custom') },
    ],
  }
  return [{ value: 'ignore', label: t('ignore') }, ...own, ...(purpose === 'plan' ? [custom] : [])]
}
