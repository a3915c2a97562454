// What each column means: guessed by its name, remembered from the last time, changed by hand.
import { Button, Group, Select, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { HeaderRow } from './header-row.tsx'
import classes from './import.module.css'
import { type ColumnTarget, importFields, rememberColumns } from './import-fields.ts'
import { columnNames, dataRows, readRows, setTarget, startOver, useImport } from './import-store.ts'

const groups: Record<string, readonly string[]> = {
  order: ['external_id', 'label', 'type', 'client_external_id', 'cluster'],
  place: [
    ...['address', 'street', 'house_number', 'postal_code', 'city', 'country', 'location_details'],
    ...['lat', 'lng', 'coordinates'],
  ],
  time: ['time_windows', 'window_from', 'window_to', 'duration'],
  load: ['weight', 'volume', 'price', 'packages', 'tasks', 'requires'],
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
  const hasAny = importFields.some((field) => used.has(field))
  const [isReading, setReading] = useState(false)
  const next = () => {
    if (state.headerRow !== undefined) rememberColumns(columnNames(state), state.targets)
    setReading(true)
    void readRows()
  }
  return (
    <>
      <Text mb="xs">{t('columns_text', { name: state.sourceName, count: rows.length })}</Text>
      <HeaderRow />
      <ColumnTable samples={samples} />
      {!hasPlace && (
        <Text c="var(--rw-late)" mt="sm" role="status">
          {t('no_place_column')}
        </Text>
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={startOver}>
          {t('other_file')}
        </Button>
        <Button onClick={next} disabled={!hasAny || rows.length === 0} loading={isReading}>
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
      <Table verticalSpacing={8} horizontalSpacing="md">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('column')}</Table.Th>
            <Table.Th>{t('examples')}</Table.Th>
            <Table.Th w={320}>{t('means')}</Table.Th>
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
                  <Text size="sm" c="dimmed" truncate maw={460}>
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

/** What a column may mean: nothing, a field of a stop, or a custom field of the project. */
function useMeanings() {
  const { t } = useTranslation('import')
  const { definitions } = useImport()
  return [
    { value: 'ignore', label: t('ignore') },
    ...Object.entries(groups).map(([group, fields]) => ({
      group: t(`groups.${group}`),
      items: fields.map((field) => ({ value: field, label: t(`fields.${field}`) })),
    })),
    {
      group: t('groups.custom'),
      items: [
        ...definitions.map(({ name, label }) => ({ value: `custom:${name}`, label: label || name })),
        { value: 'custom', label: t('custom') },
      ],
    },
  ]
}
