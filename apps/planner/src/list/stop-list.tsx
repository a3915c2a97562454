// The list at the left: unassigned stops on top, then routes with their stops, or other groups. Only the rows in sight are drawn.
import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { addSurface, type DropTarget } from '../plan/drag.ts'
import { useSelection } from '../plan/selection.ts'
import { useListChoices } from './list-choices.ts'
import { useListKeys } from './list-keys.ts'
import { type ListRow, listRows } from './list-rows.ts'
import { getOrder, type ListChoices, type ListOrderKind, ListTools, WhyNotByHand } from './list-tools.tsx'
import classes from './stop-list.module.css'
import { BreakRow, ChargingRow, GroupRow, HintRow, InboxRow, RouteRow } from './stop-list-headers.tsx'
import { StopRow, type StopRowLook } from './stop-row.tsx'
import { useStopFacts } from './use-stop-facts.ts'

const HEIGHTS = { inbox: 40, route: 52, group: 40, stop: 50, break: 46, charging: 46, hint: 40 } as const

export function StopList() {
  const { t } = useTranslation('editor')
  const anchorId = useSelection((state) => state.anchorId)
  const scroller = useRef<HTMLDivElement>(null)
  const choices = useListChoices()
  const { rows, look } = useShownRows(choices)
  const virtual = useRowsInSight(rows, scroller)
  const drawn = virtual.getVirtualItems()
  // A name of a row that is not drawn would point a screen reader at nothing.
  const isAnchorDrawn = drawn.some(({ index }) => rows[index]?.id === anchorId)
  const order = getOrder(choices)
  const onKeyDown = useListKeys(rows, order === 'route')
  useEffect(() => (scroller.current ? addSurface(scroller.current, getSurface(order)) : undefined), [order])
  return (
    <section className={classes.list} aria-label={t('stops')}>
      <ListTools choices={choices} />
      <WhyNotByHand choices={choices} />
      <div className={classes.body}>
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
                <Row row={rows[index]!} look={look} />
              </div>
            ))}
          </div>
        </div>
      </div>
    </section>
  )
}

function useShownRows({ grouping, column, isDown, details }: ListChoices): {
  rows: readonly ListRow[]
  look: StopRowLook
} {
  const facts = useStopFacts(grouping === 'zone' || [column, ...details].some((column) => column?.key === 'zone'))
  const { closedRoutes, filter } = useSelection()
  const rows = useMemo(
    () => listRows(facts.data, closedRoutes, filter, { grouping, column, isDown, facts }),
    [closedRoutes, filter, grouping, column, isDown, facts],
  )
  const shown = useRef(rows)
  shown.current = rows
  const look = useMemo(() => {
    const listShown = () => shown.current.flatMap((row) => (row.kind === 'stop' ? [row.id] : []))
    return { details, facts, listShown }
  }, [details, facts])
  return { rows, look }
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

function Row({ row, look }: { row: ListRow; look: StopRowLook }) {
  switch (row.kind) {
    case 'inbox':
      return <InboxRow count={row.count} isClosed={row.isClosed} />
    case 'route':
      return <RouteRow route={row.route} index={row.index} count={row.count} isClosed={row.isClosed} />
    case 'group':
      return <GroupRow id={row.id} label={row.label} count={row.count} isClosed={row.isClosed} />
    case 'break':
      return <BreakRow pause={row.pause} routeId={row.routeId} before={row.before} />
    case 'charging':
      return <ChargingRow visit={row.visit} routeId={row.routeId} before={row.before} />
    case 'hint':
      return <HintRow routeId={row.routeId} />
    case 'stop':
      return <StopRow stop={row.stop} routeIndex={row.routeIndex} place={row.place} look={look} />
  }
}

/** Meaning of a drop at a point of the list: between two rows where they stand in the order of their route, else on a route. */
const getSurface =
  (order: ListOrderKind) =>
  (_x: number, y: number, hit: Element): DropTarget | undefined => {
    if (order === 'apart') return undefined
    const row = hit.closest<HTMLElement>('[data-row]')
    if (!row) return { routeId: null }
    const { row: kind, id = '', route = '', before } = row.dataset
    if (kind === 'inbox') return { routeId: null }
    if (kind === 'route' || kind === 'hint') return route ? { routeId: route } : { routeId: null }
    if (!route) return { routeId: null }
    if (order === 'sorted') return { routeId: route }
    if (kind === 'break' || kind === 'charging') {
      return {
        routeId: route,
        afterStopId: before || null,
        ...(before && { lineAt: { stopId: before, side: 'after' } }),
      }
    }
    const { top, height } = row.getBoundingClientRect()
    const isAbove = y < top + height / 2
    return {
      routeId: route,
      afterStopId: isAbove ? before || null : id,
      lineAt: { stopId: id, side: isAbove ? 'before' : 'after' },
    }
  }
