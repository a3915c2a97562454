// The table of an import: only the rows in sight exist, every cell can be typed into, Enter and the arrows go up and down.
// biome-ignore-all lint/a11y/useSemanticElements: a table element cannot be virtual, so roles say what is a row and a cell
// biome-ignore-all lint/a11y/useFocusableInteractive: the inputs in the cells take the focus, as in any table of inputs
import { Tooltip, UnstyledButton } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconMapPinExclamation,
  IconMapPinQuestion,
  type IconProps,
} from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import type { TFunction } from 'i18next'
import { type ComponentType, type KeyboardEvent, type Ref, useImperativeHandle, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './import.module.css'
import { getLine, type ImportState, isForOtherDay, placeState, rowPlan, setCell, useImport } from './import-store.ts'
import { type NamedColumn, useNamedColumns } from './named-columns.ts'
import { usePhoneDoubt } from './phone-doubts.ts'
import { usePlaceText } from './place-text.ts'
import type { PlaceState } from './places.ts'
import { doubtText, readAs } from './read-as.ts'

export interface CheckTableHandle {
  goToNextProblem(): void
}

const rowHeight = 38
const places: Record<PlaceState, { icon: ComponentType<IconProps>; tone: string }> = {
  given: { icon: IconCircleCheck, tone: 'done' },
  corrected: { icon: IconCircleCheck, tone: 'done' },
  sure: { icon: IconCircleCheck, tone: 'done' },
  doubtful: { icon: IconMapPinQuestion, tone: 'late' },
  missing: { icon: IconMapPinExclamation, tone: 'failed' },
  box: { icon: IconMapPinExclamation, tone: 'failed' },
  unknown: { icon: IconCircleDashed, tone: 'pending' },
  none: { icon: IconMapPinExclamation, tone: 'failed' },
  swapped: { icon: IconMapPinExclamation, tone: 'failed' },
  null: { icon: IconMapPinExclamation, tone: 'failed' },
  far: { icon: IconMapPinQuestion, tone: 'late' },
}

interface CheckTableProps {
  ref: Ref<CheckTableHandle>
  /** Rows of the import, in order. */
  shown: readonly number[]
  onPlace(row: number): void
}

export function CheckTable({ ref, shown, onPlace }: CheckTableProps) {
  const { t } = useTranslation('import')
  const state = useImport()
  const box = useRef<HTMLDivElement>(null)
  const lastProblem = useRef(-1)
  const columns = useNamedColumns()
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  })
  const focusCell = (place: number, column: number) => {
    if (place < 0 || place >= shown.length) return
    virtual.scrollToIndex(place, { align: 'auto' })
    focusWhenThere(box.current, `[data-cell="${shown[place]}:${column}"]`)
  }
  useImperativeHandle(ref, () => ({
    goToNextProblem() {
      const place = findNext(shown, lastProblem.current, (row) => rowPlan(state, row) === 'broken')
      if (place < 0) return
      lastProblem.current = place
      focusCell(place, columnOfProblem(state, shown[place]!) ?? columns[0]!.column)
    },
  }))
  const template = writeTemplate(columns)
  return (
    <div
      ref={box}
      className={classes.table}
      role="table"
      aria-rowcount={shown.length + 1}
      aria-label={t('steps.check')}
    >
      <HeadRow columns={columns} template={template} />
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map(({ index, start }) => (
          <CheckRow
            key={shown[index]}
            row={shown[index]!}
            columns={columns}
            place={{ index, start, template }}
            onPlace={onPlace}
            onStep={(step, column) => focusCell(index + step, column)}
          />
        ))}
      </div>
    </div>
  )
}

/** Returns the column of the first fault of a row, else that of the ids where its id is there twice. */
function columnOfProblem({ rows, targets, duplicates }: ImportState, row: number): number | undefined {
  const [column] = rows[row]!.faults.keys()
  return column ?? (duplicates.has(row) ? targets.indexOf('external_id') : undefined)
}

/** Returns the place of the next row of a kind after a place, else of the first; -1 without any. */
function findNext(rows: readonly number[], after: number, isWanted: (row: number) => boolean): number {
  const next = rows.findIndex((row, place) => place > after && isWanted(row))
  return next >= 0 ? next : rows.findIndex(isWanted)
}

/** Widths of the columns as a grid has them. */
function writeTemplate(columns: readonly NamedColumn[]): string {
  return `56px 44px ${columns.map(({ target }) => `${widths[target] ?? 150}px`).join(' ')} minmax(0, 1fr)`
}

/** A row that has just come into sight is drawn some frames later. */
function focusWhenThere(box: HTMLElement | null, selector: string, tries = 20): void {
  const cell = box?.querySelector<HTMLInputElement>(selector)
  if (cell) cell.focus()
  else if (tries > 0) requestAnimationFrame(() => focusWhenThere(box, selector, tries - 1))
}

function HeadRow({ columns, template }: { columns: readonly NamedColumn[]; template: string }) {
  const { t } = useTranslation('import')
  return (
    <div className={classes.head} role="row" style={{ gridTemplateColumns: template }}>
      <span role="columnheader">{t('row')}</span>
      <span role="columnheader" aria-label={t('place')} />
      {columns.map(({ column, name, title }) => (
        <span key={column} role="columnheader" title={title}>
          {name}
        </span>
      ))}
      <span role="columnheader" aria-label={t('note')} />
    </div>
  )
}

interface CheckRowProps {
  row: number
  columns: readonly NamedColumn[]
  /** Among the rows that are shown, and in pixels. */
  place: { index: number; start: number; template: string }
  onPlace(row: number): void
  /** To the cell below or above. */
  onStep(step: number, column: number): void
}

function CheckRow({ row, columns, place, onPlace, onStep }: CheckRowProps) {
  const { t } = useTranslation('import')
  const state = useImport()
  const plan = rowPlan(state, row)
  const result = state.results.get(row)
  const note = result?.message ?? getNote(state, row, t)
  return (
    <div
      role="row"
      aria-rowindex={place.index + 2}
      className={classes.line}
      data-plan={plan}
      style={{
        gridTemplateColumns: place.template,
        transform: `translateY(${place.start}px)`,
        height: rowHeight,
      }}
    >
      <span role="cell" className={`${classes.number} ${classes.pinned}`} style={{ left: 0 }}>
        {getLine(state, row)}
        {plan === 'broken' && <IconAlertTriangle size={14} aria-label={t('counts.broken_one', { count: 1 })} />}
        {plan === 'done' && (
          <span title={t(`results.${result!.state}`)}>
            <IconCircleCheck size={14} aria-label={t(`results.${result!.state}`)} />
          </span>
        )}
        {result?.state === 'refused' && <IconCircleX size={14} aria-hidden />}
      </span>
      <PlaceCell row={row} isDone={plan === 'done'} onPlace={onPlace} />
      {columns.map((column) => (
        <InputCell key={column.column} row={row} column={column} isDone={plan === 'done'} onStep={onStep} />
      ))}
      <span role="cell" className={classes.note} title={note}>
        {note}
      </span>
    </div>
  )
}

function getNote(state: ReturnType<typeof useImport.getState>, row: number, t: TFunction): string {
  if (isForOtherDay(state, row)) return t('import:for_other_day', { date: state.rows[row]!.past.date })
  const before = state.duplicates.get(row)
  if (before !== undefined) return t('import:duplicate', { row: getLine(state, before) })
  return state.purpose === 'past' && state.rows[row]!.past.date === undefined ? t('import:past_left_out') : ''
}

function PlaceCell({ row, isDone, onPlace }: Pick<CheckRowProps, 'row' | 'onPlace'> & { isDone: boolean }) {
  const { t } = useTranslation('import')
  const state = useImport()
  const found = placeState(state, row)
  const { icon: Icon, tone } = places[found.state]
  const text = usePlaceText()(found)
  return (
    <span role="cell" className={classes.pinned} style={{ left: 56 }}>
      <Tooltip label={text}>
        <UnstyledButton
          className={classes.place}
          aria-label={t('place_of', { row: getLine(state, row), state: text })}
          onClick={() => onPlace(row)}
          disabled={isDone}
        >
          <Icon size={19} stroke={1.7} color={`var(--rw-${tone})`} />
        </UnstyledButton>
      </Tooltip>
    </span>
  )
}

interface InputCellProps extends Pick<CheckRowProps, 'row' | 'onStep'> {
  column: NamedColumn
  isDone: boolean
}

function InputCell({ row, column: { column, name, target }, isDone, onStep }: InputCellProps) {
  const { t } = useTranslation(['import', 'shell'])
  const state = useImport()
  const fault = state.rows[row]!.faults.get(column)
  const written = state.body[row]![column] ?? ''
  const findDoubt = usePhoneDoubt()
  const doubt = fault || target !== 'phone' ? undefined : findDoubt(state.rows[row]!)
  const understood = fault ? undefined : readAs(target, written, state.rows[row]!)
  const cellDoubt = state.rows[row]!.doubts.get(column)
  const text = fault
    ? t(`faults.${fault}`)
    : doubt
      ? t(`shell:phone_number.${doubt}`)
      : cellDoubt
        ? doubtText(t, cellDoubt, understood ?? written)
        : understood && t('read_as', { value: understood })
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = event.key === 'ArrowDown' || event.key === 'Enter' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    onStep(step, column)
  }
  return (
    <span role="cell" className={classes.cell}>
      <input
        data-cell={`${row}:${column}`}
        className={classes.input}
        aria-label={t('cell', { field: name, row: getLine(state, row) })}
        aria-invalid={fault !== undefined}
        data-doubt={doubt ?? cellDoubt?.kind}
        title={text}
        value={written}
        readOnly={isDone}
        onChange={({ currentTarget: { value } }) => setCell(row, column, value)}
        onKeyDown={onKeyDown}
      />
      {text && (
        <span
          className={classes.fault}
          role="tooltip"
          data-kind={fault ? 'fault' : doubt || cellDoubt ? 'doubt' : 'read'}
        >
          {text}
        </span>
      )}
    </span>
  )
}

const widths: Partial<Record<string, number>> = {
  address: 260,
  street: 200,
  label: 200,
  comments: 220,
  email: 200,
  time_windows: 180,
  lat: 100,
  lng: 100,
  weight: 90,
  volume: 90,
  duration: 90,
  postal_code: 90,
  house_number: 80,
  country: 90,
  type: 100,
}
