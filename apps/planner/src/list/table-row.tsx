// One stop in the table: a tick, its number on its route, and a cell for each column.
import type { Stop } from '@routewright/contract'
import { memo, type PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { openStopMenu } from '../plan/context-menu.ts'
import { useDrag } from '../plan/drag.ts'
import { isOpen, stopName } from '../plan/plan-data.ts'
import { useSelection } from '../plan/selection.ts'
import { useStopActions } from '../plan/stop-actions.ts'
import { pressStop } from '../plan/stop-gestures.ts'
import { CellInput } from './cell-input.tsx'
import type { StopColumn, StopFacts } from './stop-columns.ts'
import { StopNumber } from './stop-number.tsx'
import classes from './stop-table.module.css'
import { toggleMark } from './table-keys.ts'
import { type CellEdits, cellId, type EditedCell } from './use-cell-edits.ts'

/** Settings that all rows share. */
export interface TableLook {
  columns: readonly StopColumn[]
  facts: StopFacts
  mayPlan: boolean
  sent: CellEdits['sent']
  begin: CellEdits['begin']
  cancel: CellEdits['cancel']
  commit: CellEdits['commit']
  setActiveKey(key: string): void
  /** The stops of all rows, in their order. */
  listShown(): readonly string[]
  /** After Enter: the row below. */
  goDown(stopId: string): void
  focusTable(): void
}

interface TableRowProps {
  stop: Stop
  routeIndex: number | undefined
  place: number
  index: number
  /** Pixels below the head. */
  top: number
  look: TableLook
  /** The column that the keys are in, where they are in this row. */
  activeKey: string | undefined
  editing: EditedCell | undefined
}

export const TableRow = memo(function TableRow(props: TableRowProps) {
  const { stop, routeIndex, place, index, top, look, editing } = props
  const { t } = useTranslation('editor')
  const isSelected = useSelection((state) => state.stopIds.has(stop.id))
  const isHovered = useSelection((state) => state.hoveredId === stop.id)
  const isDragged = useDrag((state) => state.isActive && state.stopIds.includes(stop.id))
  const { hover } = useSelection.getState()
  return (
    <tr
      className={classes.row}
      style={{ transform: `translateY(${top}px)` }}
      id={`table-${stop.id}`}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-id={stop.id}
      data-selected={isSelected || undefined}
      data-hovered={isHovered || undefined}
      data-dragged={isDragged || undefined}
      data-editing={editing !== undefined || undefined}
      onPointerDown={usePress(stop, look)}
      onContextMenu={(event) => openStopMenu(event, stop.id)}
      onPointerEnter={() => hover(stop.id)}
      onPointerLeave={() => hover(undefined)}
    >
      <td className={classes.mark} aria-colindex={1}>
        <input
          type="checkbox"
          className={classes.tick}
          aria-label={t('list.select', { name: stopName(stop) })}
          tabIndex={-1}
          checked={isSelected}
          onPointerDown={(event) => event.stopPropagation()}
          onChange={() => toggleMark(stop.id)}
        />
        <StopNumber routeIndex={routeIndex} place={place} />
      </td>
      {look.columns.map((column, at) => (
        <Cell
          key={column.key}
          stop={stop}
          column={column}
          at={at}
          look={look}
          isActive={props.activeKey === column.key}
          editing={editing?.key === column.key ? editing : undefined}
        />
      ))}
    </tr>
  )
})

/** A press selects and can become a drag onto the timeline; what is typed into a cell is left alone. */
function usePress(stop: Stop, { mayPlan, listShown, setActiveKey, focusTable }: TableLook) {
  const { drop } = useStopActions()
  return (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || (event.target as HTMLElement).closest('input')) return
    event.preventDefault()
    const { column } = (event.target as HTMLElement).closest<HTMLElement>('[data-column]')?.dataset ?? {}
    if (column) setActiveKey(column)
    focusTable()
    pressStop(event, stop.id, mayPlan ? drop : undefined, { listShown, select: useSelection.getState().mark })
  }
}

interface CellProps {
  stop: Stop
  column: StopColumn
  at: number
  look: TableLook
  isActive: boolean
  editing: EditedCell | undefined
}

function Cell({ stop, column, at, look, isActive, editing }: CellProps) {
  const isEditable = look.mayPlan && column.field !== undefined && isOpen(stop)
  const sent = look.sent.get(cellId(stop.id, column.key))
  const text = sent ?? column.text(stop, look.facts)
  return (
    <td
      className={classes.cell}
      id={`cell-${stop.id}-${column.key}`}
      aria-colindex={at + 2}
      data-column={column.key}
      data-number={column.isNumber || undefined}
      data-active={isActive || undefined}
      data-sent={sent !== undefined || undefined}
      data-editing={editing !== undefined || undefined}
      style={{ width: column.width }}
      title={editing ? undefined : text}
      onDoubleClick={isEditable ? () => look.begin(stop, column) : () => useSelection.getState().show('details')}
    >
      {editing ? <CellInput stop={stop} column={column} text={editing.text} look={look} /> : text}
    </td>
  )
}
