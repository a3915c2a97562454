// A list of records: search and page in the address, a table that opens what is clicked, and something for each state.
import { Checkbox, Group, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { type IconProps, IconSearch } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Column, ColumnTable } from '../shell/column-table.tsx'
import { Loaded } from '../shell/loaded.tsx'
import { Pager } from '../shell/pager.tsx'
import { Empty } from '../shell/states.tsx'
import { type ListSearch, PAGE_SIZE } from './record-queries.ts'
import classes from './records.module.css'

interface Selection {
  ids: ReadonlySet<string>
  onChange(ids: ReadonlySet<string>): void
}

export interface RecordListProps<Row extends { id: string }> {
  path: string
  query: {
    data: { docs: readonly Row[]; total: number } | undefined
    error: unknown
    refetch(): unknown
  }
  columns: readonly Column<Row>[]
  nameOf(row: Row): string
  isDim?(row: Row): boolean
  onOpen(row: Row): void
  onNew?: (() => void) | undefined
  selection?: Selection
  words: { search: string; none: string; none_text: string; new: string }
  icon?: ComponentType<IconProps>
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
      <Loaded
        query={query}
        rows={10}
        rowHeight={46}
        empty={
          <Nothing
            onClear={
              search.text
                ? () => {
                    setText('')
                    change({ text: undefined as never, page: undefined as never })
                  }
                : undefined
            }
            words={words}
            icon={props.icon}
            onNew={onNew}
          />
        }
      >
        {({ docs, total }) => (
          <Rows
            {...props}
            rows={docs}
            total={total}
            page={Number(search.page ?? 1)}
            onPage={(page) => change({ page })}
          />
        )}
      </Loaded>
    </>
  )
}

interface NothingProps {
  words: RecordListProps<{ id: string }>['words']
  icon: ComponentType<IconProps> | undefined
  onNew: (() => void) | undefined
  /** Where a search found none. */
  onClear: (() => void) | undefined
}

function Nothing({ words, icon, onNew, onClear }: NothingProps) {
  const { t } = useTranslation(['records', 'shell'])
  if (onClear) {
    const next = { label: t('shell:clear_search'), onClick: onClear }
    return <Empty title={t('none_found')} text={t('none_found_text')} next={next} />
  }
  return (
    <Empty
      title={words.none}
      text={words.none_text}
      {...(icon && { icon })}
      next={onNew && { label: words.new, onClick: onNew }}
    />
  )
}

interface RowsProps<Row extends { id: string }> extends RecordListProps<Row> {
  rows: readonly Row[]
  total: number
  page: number
  onPage(page: number): void
}

/** The first cell opens the record. */
function Rows<Row extends { id: string }>(props: RowsProps<Row>) {
  const { rows, nameOf, isDim, onOpen, selection, total, page, onPage } = props
  const [first, ...others] = props.columns
  const { t } = useTranslation('records')
  const areAllSelected = rows.every((row) => selection?.ids.has(row.id))
  const select = (changed: readonly Row[], on: boolean) => selection!.onChange(withRows(selection!.ids, changed, on))
  const ticks: Column<Row> = {
    key: 'selected',
    width: 44,
    title: <RowTick label={t('select_all')} checked={areAllSelected} onChange={(on) => select(rows, on)} />,
    cell: (row) => (
      <RowTick
        label={t('select', { name: nameOf(row) })}
        checked={selection!.ids.has(row.id)}
        onChange={(on) => select([row], on)}
      />
    ),
  }
  const opening = (row: Row) => (
    <button type="button" className={classes.name} onClick={() => onOpen(row)}>
      {first!.cell(row)}
    </button>
  )
  return (
    <>
      <ColumnTable
        box={classes.sheet}
        highlightOnHover
        verticalSpacing={9}
        horizontalSpacing="md"
        columns={[...(selection ? [ticks] : []), { ...first!, cell: opening }, ...others]}
        rows={rows}
        rowProps={(row) => ({ className: classes.row!, 'data-dim': isDim?.(row) || undefined })}
      />
      <Pager total={total} pageSize={PAGE_SIZE} page={page} onPage={onPage} />
    </>
  )
}

function withRows(ids: ReadonlySet<string>, rows: readonly { id: string }[], on: boolean): ReadonlySet<string> {
  const changed = rows.map(({ id }) => id)
  return new Set(on ? [...ids, ...changed] : [...ids].filter((id) => !changed.includes(id)))
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
