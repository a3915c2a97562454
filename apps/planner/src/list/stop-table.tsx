// All stops of the plan as a table: sorted by a click on a heading, its cells edited in place. Only the rows in sight are drawn.
import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { coveredWidth } from '../plan/drawer-width.ts'
import { isOpen } from '../plan/plan-data.ts'
import { currentPlan } from '../plan/plan-store.ts'
import { useSelection } from '../plan/selection.ts'
import { useMayPlan } from '../shell/session.ts'
import { useTableChoices } from './list-choices.ts'
import { flatRows } from './list-rows.ts'
import classes from './stop-table.module.css'
import { TableHead } from './table-head.tsx'
import { onTableKey } from './table-keys.ts'
import { type TableLook, TableRow } from './table-row.tsx'
import { TableTools } from './table-tools.tsx'
import { type EditedCell, useCellEdits } from './use-cell-edits.ts'
import { useStopFacts } from './use-stop-facts.ts'

const ROW_HEIGHT = 34
const HEAD_HEIGHT = 36

type TableChoices = ReturnType<typeof useTableChoices>
type Rows = ReturnType<typeof flatRows>

export function StopTable() {
  const { t } = useTranslation('editor')
  const scroller = useRef<HTMLDivElement>(null)
  const grid = useRef<HTMLTableElement>(null)
  const choices = useTableChoices()
  const { rows, facts } = useTableRows(choices)
  const stopIds = useMemo(() => rows.map(({ id }) => id), [rows])
  const [activeKey, setActiveKey] = useState(choices.columns[0]?.key)
  const { look, editing } = useTableLook({ columns: choices.columns, facts, stopIds, setActiveKey, grid })
  const virtual = useRowsInSight(stopIds, scroller)
  const anchorId = useSelection((state) => state.anchorId)
  const edit = useEditByKey(look)
  const isAnchorDrawn = virtual.getVirtualItems().some(({ index }) => stopIds[index] === anchorId)
  useCellInSight(scroller, anchorId, activeKey)
  return (
    <section className={classes.table} aria-label={t('list.table')}>
      <TableTools choices={choices} count={rows.length} all={facts.data.stops.size} />
      <div ref={scroller} className={classes.scroller} data-drag-scroll>
        <table
          ref={grid}
          className={classes.grid}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are edited is a grid
          role="grid"
          aria-label={t('list.table')}
          aria-multiselectable="true"
          aria-rowcount={rows.length + 1}
          aria-colcount={choices.columns.length + 1}
          tabIndex={0}
          aria-activedescendant={isAnchorDrawn && activeKey ? `cell-${anchorId}-${activeKey}` : undefined}
          onKeyDown={(event) => {
            const pageRows = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW_HEIGHT) - 2)
            onTableKey(event, { stopIds, columns: choices.columns, activeKey, pageRows, setActiveKey, edit })
          }}
        >
          <TableHead choices={choices} stopIds={stopIds} />
          <TableBody
            rows={rows}
            virtual={virtual}
            look={look}
            editing={editing}
            anchorId={anchorId}
            activeKey={activeKey}
          />
        </table>
      </div>
      {rows.length === 0 && <p className={classes.nothing}>{t('list.nothing_found')}</p>}
    </section>
  )
}

interface TableBodyProps {
  rows: Rows
  virtual: ReturnType<typeof useRowsInSight>
  look: TableLook
  editing: EditedCell | undefined
  anchorId: string | undefined
  activeKey: string | undefined
}

/** The rows in sight. */
function TableBody({ rows, virtual, look, editing, anchorId, activeKey }: TableBodyProps) {
  return (
    <tbody className={classes.body} style={{ height: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map(({ index, start }) => {
        const row = rows[index]!
        return (
          <TableRow
            key={row.id}
            stop={row.stop}
            routeIndex={row.routeIndex}
            place={row.place}
            index={index}
            top={start}
            look={look}
            activeKey={row.id === anchorId ? activeKey : undefined}
            editing={editing?.stopId === row.id ? editing : undefined}
          />
        )
      })}
    </tbody>
  )
}

function useTableRows({ columns, column, isDown }: TableChoices): { rows: Rows; facts: TableLook['facts'] } {
  const facts = useStopFacts([column, ...columns].some((column) => column?.key === 'zone'))
  const filter = useSelection((state) => state.filter)
  const rows = useMemo(() => flatRows(facts.data, filter, { column, isDown, facts }), [filter, column, isDown, facts])
  return { rows, facts }
}

interface LookProps extends Pick<TableLook, 'columns' | 'facts' | 'setActiveKey'> {
  stopIds: readonly string[]
  grid: RefObject<HTMLTableElement | null>
}

function useTableLook({ columns, facts, stopIds, setActiveKey, grid }: LookProps) {
  const { editing, sent, begin, cancel, commit } = useCellEdits()
  const mayPlan = useMayPlan()
  const shown = useRef(stopIds)
  shown.current = stopIds
  const look = useMemo(
    (): TableLook => ({
      columns,
      facts,
      mayPlan,
      sent,
      begin,
      cancel,
      commit,
      setActiveKey,
      listShown: () => shown.current,
      goDown: (stopId) => {
        const below = shown.current[shown.current.indexOf(stopId) + 1]
        if (below) useSelection.getState().mark([below])
      },
      focusTable: () => grid.current?.focus({ preventScroll: true }),
    }),
    [columns, facts, mayPlan, sent, begin, cancel, commit, setActiveKey, grid],
  )
  return { look, editing }
}

function useEditByKey({ begin, mayPlan }: TableLook) {
  return useCallback<Parameters<typeof onTableKey>[1]['edit']>(
    (stopId, column) => {
      const stop = currentPlan().stops.get(stopId)
      if (stop && mayPlan && column.field && isOpen(stop)) begin(stop, column)
    },
    [begin, mayPlan],
  )
}

/** Which rows are drawn; a stop that is selected anywhere is scrolled into sight. */
function useRowsInSight(stopIds: readonly string[], scroller: RefObject<HTMLDivElement | null>) {
  const virtual = useVirtualizer({
    count: stopIds.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => stopIds[index]!,
    overscan: 8,
    scrollPaddingStart: HEAD_HEIGHT,
  })
  const anchorId = useSelection((state) => state.anchorId)
  const latest = useRef(stopIds)
  latest.current = stopIds
  useEffect(() => {
    const index = anchorId ? latest.current.indexOf(anchorId) : -1
    if (index >= 0) virtual.scrollToIndex(index, { align: 'auto' })
  }, [anchorId, virtual])
  return virtual
}

/** Sideways: the cell that the keys are in. */
function useCellInSight(
  scroller: RefObject<HTMLDivElement | null>,
  anchorId: string | undefined,
  key: string | undefined,
) {
  useEffect(() => {
    const cell = anchorId && key ? document.getElementById(`cell-${anchorId}-${key}`) : null
    const box = scroller.current
    if (!cell || !box) return
    const [outer, inner] = [box.getBoundingClientRect(), cell.getBoundingClientRect()]
    const fixed = outer.left + (box.querySelector('th')?.clientWidth ?? 0)
    if (inner.left < fixed) box.scrollLeft -= fixed - inner.left
    const right = outer.right - coveredWidth()
    if (inner.left >= fixed && inner.right > right) box.scrollLeft += inner.right - right
  }, [anchorId, key, scroller])
}
