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
import { type ComponentType, type KeyboardEvent, type Ref, useImperativeHandle, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './import.module.css'
import { type ColumnTarget, definitionOf } from './import-fields.ts'
import { columnNames, placeState, rowPlan, setCell, useImport } from './import-store.ts'
import type { PlaceState } from './rows.ts'

export interface CheckTableHandle {
  goToNextProblem(): void
}

const rowHeight = 38
const places: Record<PlaceState, { icon: ComponentType<IconProps>; tone: string }> = {
  given: { icon: IconCircleCheck, tone: 'done' },
  sure: { icon: IconCircleCheck, tone: 'done' },
  doubtful: { icon: IconMapPinQuestion, tone: 'late' },
  missing: { icon: IconMapPinExclamation, tone: 'failed' },
  unknown: { icon: IconCircleDashed, tone: 'pending' },
  none: { icon: IconMapPinExclamation, tone: 'failed' },
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
  const columns = state.targets.flatMap((target, column) => (target === 'ignore' ? [] : [{ target, column }]))
  const names = columnNames(state)
  const nameOf = (target: ColumnTarget, column: number) => {
    if (target === 'custom') return names[column] || t('nth', { number: column + 1 })
    const definition = definitionOf(target, state.definitions)
    return definition ? definition.label || definition.name : t(`fields.${target}`)
  }
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  })
  const focusCell = (place: number, column: number) => {
    if (place < 0 || place >= shown.length) return
    virtual.scrollToIndex(place, { align: 'auto' })
    const find = (tries: number) => {
      const cell = box.current?.querySelector<HTMLInputElement>(`[data-cell="${shown[place]}:${column}"]`)
      if (cell) cell.focus()
      else if (tries > 0) requestAnimationFrame(() => find(tries - 1))
    }
    find(20)
  }
  useImperativeHandle(ref, () => ({
    goToNextProblem() {
      const after = shown.findIndex((row, place) => place > lastProblem.current && rowPlan(state, row) === 'broken')
      const place = after >= 0 ? after : shown.findIndex((row) => rowPlan(state, row) === 'broken')
      if (place < 0) return
      lastProblem.current = place
      const [column] = state.rows[shown[place]!]!.faults.keys()
      const idColumn = state.targets.indexOf('external_id')
      focusCell(place, column ?? (state.duplicates.has(shown[place]!) ? idColumn : columns[0]!.column))
    },
  }))
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>, place: number, column: number) => {
    const step = event.key === 'ArrowDown' || event.key === 'Enter' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    focusCell(place + step, column)
  }
  const template = `56px 44px ${columns.map(({ target }) => `${widths[target] ?? 150}px`).join(' ')} minmax(0, 1fr)`
  return (
    <div
      ref={box}
      className={classes.table}
      role="table"
      aria-rowcount={shown.length + 1}
      aria-label={t('steps.check')}
    >
      <div className={classes.head} role="row" style={{ gridTemplateColumns: template }}>
        <span role="columnheader">{t('row')}</span>
        <span role="columnheader" aria-label={t('place')} />
        {columns.map(({ target, column }) => (
          <span key={column} role="columnheader" title={names[column]}>
            {nameOf(target, column)}
          </span>
        ))}
        <span role="columnheader" aria-label={t('note')} />
      </div>
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = shown[index]!
          const plan = rowPlan(state, row)
          const { state: found, place } = placeState(state, row)
          const { icon: Icon, tone } = places[found]
          const result = state.results.get(row)
          const before = state.duplicates.get(row)
          const note = result?.message ?? (before === undefined ? '' : t('duplicate', { row: before + 1 }))
          const placeText = t(`places.${found}`, { found: place?.label ?? '' })
          return (
            <div
              key={row}
              role="row"
              aria-rowindex={index + 2}
              className={classes.line}
              data-plan={plan}
              style={{ gridTemplateColumns: template, transform: `translateY(${start}px)`, height: rowHeight }}
            >
              <span role="cell" className={`${classes.number} ${classes.pinned}`} style={{ left: 0 }}>
                {row + 1}
                {plan === 'broken' && <IconAlertTriangle size={14} aria-label={t('counts.broken_one', { count: 1 })} />}
                {plan === 'done' && (
                  <span title={t(`results.${result!.state}`)}>
                    <IconCircleCheck size={14} aria-label={t(`results.${result!.state}`)} />
                  </span>
                )}
                {result?.state === 'refused' && <IconCircleX size={14} aria-hidden />}
              </span>
              <span role="cell" className={classes.pinned} style={{ left: 56 }}>
                <Tooltip label={placeText}>
                  <UnstyledButton
                    className={classes.place}
                    aria-label={t('place_of', { row: row + 1, state: placeText })}
                    onClick={() => onPlace(row)}
                    disabled={plan === 'done'}
                  >
                    <Icon size={19} stroke={1.7} color={`var(--rw-${tone})`} />
                  </UnstyledButton>
                </Tooltip>
              </span>
              {columns.map(({ target, column }) => {
                const fault = state.rows[row]!.faults.get(column)
                const text = fault && t(`faults.${fault}`)
                const name = nameOf(target, column)
                return (
                  <span key={column} role="cell" className={classes.cell}>
                    <input
                      data-cell={`${row}:${column}`}
                      className={classes.input}
                      aria-label={t('cell', { field: name, row: row + 1 })}
                      aria-invalid={fault !== undefined}
                      title={text}
                      value={state.body[row]![column] ?? ''}
                      readOnly={plan === 'done'}
                      onChange={({ currentTarget: { value } }) => setCell(row, column, value)}
                      onKeyDown={(event) => onKeyDown(event, index, column)}
                    />
                    {text && (
                      <span className={classes.fault} role="tooltip">
                        {text}
                      </span>
                    )}
                  </span>
                )
              })}
              <span role="cell" className={classes.note} title={note}>
                {note}
              </span>
            </div>
          )
        })}
      </div>
    </div>
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
