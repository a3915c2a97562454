// A list of records: search and page in the address, a table that opens what is clicked, and something for each state.
import { Button, Checkbox, Group, Table, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Pager } from '../shell/pager.tsx'
import { Empty, LoadFailure, RowSkeletons } from '../shell/states.tsx'
import { type ListSearch, PAGE_SIZE } from './record-queries.ts'
import classes from './records.module.css'

export interface Column<Row> {
  key: string
  title: string
  isNumber?: boolean
  cell(row: Row): ReactNode
}

interface Selection {
  ids: ReadonlySet<string>
  onChange(ids: ReadonlySet<string>): void
}

export interface RecordListProps<Row extends { id: string }> {
  path: string
  query: {
    data: { docs: readonly Row[]; total: number } | undefined
    error: unknown
    isPending: boolean
    refetch(): unknown
  }
  columns: readonly Column<Row>[]
  nameOf(row: Row): string
  isDim?(row: Row): boolean
  onOpen(row: Row): void
  onNew?: (() => void) | undefined
  selection?: Selection
  words: { search: string; none: string; none_text: string; new: string }
  icon?: ReactNode
  filters?: ReactNode
}

/** Search text and page of a list, as they stand in the address. */
export function useListSearch(path: string): [ListSearch, (next: Partial<ListSearch>) => void] {
  const search = useSearch({ strict: false }) as ListSearch
  const navigate = useNavigate()
  const change = (next: Partial<ListSearch>) => {
    const merged = Object.entries({ ...search, ...next }).filter(([, value]) => value !== undefined && value !== '')
    void navigate({ to: path, search: Object.fromEntries(merged) as never, replace: true })
  }
  return [search, change]
}

export function RecordList<Row extends { id: string }>(props: RecordListProps<Row>) {
  const { path, query, words, onNew, filters } = props
  const [search, change] = useListSearch(path)
  const [text, setText] = useState(search.text ?? '')
  const send = useDebouncedCallback((next: string) => change({ text: next, page: undefined as never }), 300)
  return (
    <>
      <Group mb="md" gap="sm">
        <TextInput
          type="search"
          leftSection={<IconSearch size={16} />}
          placeholder={words.search}
          aria-label={words.search}
          w={340}
          value={text}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value)
            send(currentTarget.value)
          }}
        />
        {filters}
      </Group>
      {query.error ? (
        <LoadFailure error={query.error} retry={() => void query.refetch()} />
      ) : query.isPending || !query.data ? (
        <RowSkeletons count={10} height={46} />
      ) : query.data.docs.length === 0 ? (
        <Nothing isFiltered={Boolean(search.text)} words={words} icon={props.icon} onNew={onNew} />
      ) : (
        <Rows
          {...props}
          rows={query.data.docs}
          total={query.data.total}
          page={Number(search.page ?? 1)}
          onPage={(page) => change({ page })}
        />
      )}
    </>
  )
}

function Nothing({
  isFiltered,
  words,
  icon,
  onNew,
}: {
  isFiltered: boolean
  words: RecordListProps<{ id: string }>['words']
  icon: ReactNode
  onNew: (() => void) | undefined
}) {
  const { t } = useTranslation('records')
  if (isFiltered) return <Empty title={t('none_found')} text={t('none_found_text')} />
  return (
    <Empty title={words.none} text={words.none_text} icon={icon}>
      {onNew && (
        <Button leftSection={<IconPlus size={17} />} onClick={onNew}>
          {words.new}
        </Button>
      )}
    </Empty>
  )
}

interface RowsProps<Row extends { id: string }> extends RecordListProps<Row> {
  rows: readonly Row[]
  total: number
  page: number
  onPage(page: number): void
}

function Rows<Row extends { id: string }>(props: RowsProps<Row>) {
  const { rows, columns, nameOf, isDim, onOpen, selection, total, page, onPage } = props
  const { t } = useTranslation('records')
  const areAllSelected = rows.every((row) => selection?.ids.has(row.id))
  const select = (changed: readonly Row[], on: boolean) => selection!.onChange(withRows(selection!.ids, changed, on))
  return (
    <>
      <div className={classes.sheet}>
        <Table highlightOnHover verticalSpacing={9} horizontalSpacing="md">
          <Table.Thead>
            <Table.Tr>
              {selection && (
                <Table.Th w={44}>
                  <RowTick label={t('select_all')} checked={areAllSelected} onChange={(on) => select(rows, on)} />
                </Table.Th>
              )}
              {columns.map((column) => (
                <Table.Th key={column.key} ta={column.isNumber ? 'right' : undefined}>
                  {column.title}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={row.id} className={classes.row} data-dim={isDim?.(row) || undefined}>
                {selection && (
                  <Table.Td>
                    <RowTick
                      label={t('select', { name: nameOf(row) })}
                      checked={selection.ids.has(row.id)}
                      onChange={(on) => select([row], on)}
                    />
                  </Table.Td>
                )}
                <Cells row={row} columns={columns} onOpen={onOpen} />
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      <Pager total={total} pageSize={PAGE_SIZE} page={page} onPage={onPage} />
    </>
  )
}

function withRows(ids: ReadonlySet<string>, rows: readonly { id: string }[], on: boolean): ReadonlySet<string> {
  const changed = rows.map(({ id }) => id)
  return new Set(on ? [...ids, ...changed] : [...ids].filter((id) => !changed.includes(id)))
}

/** The first cell opens the record. */
function Cells<Row>({ row, columns: [first, ...others], onOpen }: CellsProps<Row>) {
  return (
    <>
      <Table.Td>
        <button type="button" className={classes.name} onClick={() => onOpen(row)}>
          {first!.cell(row)}
        </button>
      </Table.Td>
      {others.map((column) => (
        <Table.Td key={column.key} ta={column.isNumber ? 'right' : undefined}>
          {column.cell(row)}
        </Table.Td>
      ))}
    </>
  )
}

interface CellsProps<Row> {
  row: Row
  columns: readonly Column<Row>[]
  onOpen(row: Row): void
}

/** A tick box for one row of a table. */
function RowTick({ label, checked, onChange }: { label: string; checked: boolean; onChange(on: boolean): void }) {
  return (
    <Checkbox
      className={classes.above}
      aria-label={label}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
      onClick={(event) => event.stopPropagation()}
    />
  )
}
