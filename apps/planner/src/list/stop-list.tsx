// The list at the left: unassigned stops on top, then routes with their stops. Only the rows in sight are drawn.
import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { addSurface, type DropTarget } from '../plan/drag.ts'
import { useShownPlan } from '../plan/proposal.ts'
import { useSelection } from '../plan/selection.ts'
import { ListFilter } from './list-filter.tsx'
import { useListKeys } from './list-keys.ts'
import { type ListRow, listRows } from './list-rows.ts'
import classes from './stop-list.module.css'
import { HintRow, InboxRow, RouteRow } from './stop-list-headers.tsx'
import { StopRow } from './stop-row.tsx'

const HEIGHTS = { inbox: 40, route: 52, stop: 50, hint: 40 } as const

export function StopList() {
  const { t } = useTranslation('editor')
  const anchorId = useSelection((state) => state.anchorId)
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useShownRows()
  const virtual = useRowsInSight(rows, scroller)
  const drawn = virtual.getVirtualItems()
  // A name of a row that is not drawn would point a screen reader at nothing.
  const isAnchorDrawn = drawn.some(({ index }) => rows[index]?.id === anchorId)
  const onKeyDown = useListKeys(rows)
  useEffect(() => (scroller.current ? addSurface(scroller.current, targetInList) : undefined), [])
  return (
    <section className={classes.list} aria-label={t('stops')}>
      <ListFilter />
      <div
        ref={scroller}
        className={classes.scroller}
        data-drag-scroll
        data-list
        role="tree"
        aria-multiselectable="true"
        aria-label={t('stops')}
        tabIndex={0}
        aria-activedescendant={isAnchorDrawn ? `row-${anchorId}` : undefined}
        onKeyDown={onKeyDown}
        onBlur={({ currentTarget }) => delete currentTarget.dataset.byPointer}
      >
        <div style={{ height: virtual.getTotalSize(), position: 'relative' }} role="presentation">
          {drawn.map(({ index, start, size, key }) => (
            <div
              key={key}
              role="presentation"
              className={classes.slot}
              style={{ height: size, transform: `translateY(${start}px)` }}
            >
              <Row row={rows[index]!} />
            </div>
          ))}
        </div>
      </div>
    </section>
  )
}

function useShownRows(): readonly ListRow[] {
  const data = useShownPlan()
  const { closedRoutes, filter } = useSelection()
  return useMemo(() => listRows(data, closedRoutes, filter), [data, closedRoutes, filter])
}

/**
 * Which rows are drawn, and where. A stop that is selected somewhere else is scrolled into sight once; one that
 * is moved along its route by keys stays in sight.
 */
function useRowsInSight(rows: readonly ListRow[], scroller: RefObject<HTMLDivElement | null>) {
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => HEIGHTS[rows[index]!.kind],
    getItemKey: (index) => rows[index]!.id,
    overscan: 8,
  })
  // Sizes are known by kind: when the rows change, nothing has to be measured.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows decide the sizes
  useEffect(() => virtual.measure(), [rows])
  const anchorId = useSelection((state) => state.anchorId)
  const shown = useRef<{ id: string; routeIndex: number | undefined; index: number } | undefined>(undefined)
  useEffect(() => {
    if (!anchorId) return
    const index = rows.findIndex((row) => row.kind === 'stop' && row.id === anchorId)
    const row = rows[index]
    if (row?.kind !== 'stop') return
    const before = shown.current
    shown.current = { id: anchorId, routeIndex: row.routeIndex, index }
    const isNew = before?.id !== anchorId
    if (isNew || (before.routeIndex === row.routeIndex && isInSight(virtual.range, before.index)))
      virtual.scrollToIndex(index, { align: 'auto' })
  }, [anchorId, rows, virtual])
  return virtual
}

const isInSight = (range: { startIndex: number; endIndex: number } | null, index: number) =>
  range !== null && index >= range.startIndex && index <= range.endIndex

function Row({ row }: { row: ListRow }) {
  switch (row.kind) {
    case 'inbox':
      return <InboxRow count={row.count} isClosed={row.isClosed} />
    case 'route':
      return <RouteRow route={row.route} index={row.index} count={row.count} isClosed={row.isClosed} />
    case 'hint':
      return <HintRow routeId={row.routeId} />
    case 'stop':
      return <StopRow stop={row.stop} routeIndex={row.routeIndex} place={row.place} />
  }
}

/** What a drop at a point of the list means. */
function targetInList(_x: number, y: number, hit: Element): DropTarget | undefined {
  const row = hit.closest<HTMLElement>('[data-row]')
  if (!row) return { routeId: null }
  const { row: kind, id = '', route = '', before } = row.dataset
  if (kind === 'inbox') return { routeId: null }
  if (kind === 'route' || kind === 'hint') return route ? { routeId: route } : { routeId: null }
  if (!route) return { routeId: null }
  const { top, height } = row.getBoundingClientRect()
  const isAbove = y < top + height / 2
  return {
    routeId: route,
    afterStopId: isAbove ? before || null : id,
    lineAt: { stopId: id, side: isAbove ? 'before' : 'after' },
  }
}
