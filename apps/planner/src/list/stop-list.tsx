// The list at the left: unassigned stops on top, then routes with their stops. Only the rows in sight are drawn.
import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { addSurface, type DropTarget } from '../plan/drag.ts'
import { usePlanData } from '../plan/plan-store.ts'
import { useSelection } from '../plan/selection.ts'
import { useStopActions } from '../plan/stop-actions.ts'
import { useMayPlan } from '../shell/session.ts'
import { INBOX, type ListRow, listRows } from './list-rows.ts'
import classes from './stop-list.module.css'
import { HintRow, InboxRow, RouteRow } from './stop-list-headers.tsx'
import { StopRow } from './stop-row.tsx'

const HEIGHTS = { inbox: 40, route: 52, stop: 50, hint: 40 } as const

export function StopList() {
  const { t } = useTranslation('editor')
  const data = usePlanData()
  const { closedRoutes, filter, setFilter } = useSelection()
  const anchorId = useSelection((state) => state.anchorId)
  const rows = useMemo(() => listRows(data, closedRoutes, filter), [data, closedRoutes, filter])
  const scroller = useRef<HTMLDivElement>(null)
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

  const shownId = useRef<string | undefined>(undefined)
  useEffect(() => {
    if (!anchorId || shownId.current === anchorId) return
    shownId.current = anchorId
    const index = rows.findIndex((row) => row.kind === 'stop' && row.id === anchorId)
    if (index !== -1) virtual.scrollToIndex(index, { align: 'auto' })
  }, [anchorId, rows, virtual])

  useEffect(() => (scroller.current ? addSurface(scroller.current, targetInList) : undefined), [])
  const onKeyDown = useListKeys(rows)

  return (
    <section className={classes.list} aria-label={t('stops')}>
      <div className={classes.filter}>
        <TextInput
          id="stop-filter"
          type="search"
          aria-label={t('filter')}
          placeholder={t('filter')}
          leftSection={<IconSearch size={15} />}
          value={filter}
          onChange={({ currentTarget: { value } }) => setFilter(value)}
        />
      </div>
      <div
        ref={scroller}
        className={classes.scroller}
        data-drag-scroll
        data-list
        role="tree"
        aria-multiselectable="true"
        aria-label={t('stops')}
        tabIndex={0}
        aria-activedescendant={anchorId ? `row-${anchorId}` : undefined}
        onKeyDown={onKeyDown}
        onBlur={({ currentTarget }) => delete currentTarget.dataset.byPointer}
      >
        <div style={{ height: virtual.getTotalSize(), position: 'relative' }} role="presentation">
          {virtual.getVirtualItems().map(({ index, start, size, key }) => (
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

function useListKeys(rows: readonly ListRow[]) {
  const actions = useStopActions()
  const mayPlan = useMayPlan()
  return (event: KeyboardEvent<HTMLDivElement>) => {
    delete event.currentTarget.dataset.byPointer
    const { anchorId, routeId, select, toggle, openRoute, toggleRoute, stopIds } = useSelection.getState()
    const at = rows.findIndex((row) => (routeId ? row.id === routeId : row.id === anchorId))
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      if (event.altKey) {
        if (mayPlan && anchorId && stopIds.size === 1) actions.shift(anchorId, step)
        return
      }
      const next = nextRow(rows, at, step)
      if (next?.kind === 'route') openRoute(next.id)
      else if (next?.kind === 'stop') select(event.shiftKey ? [...stopIds, next.id] : [next.id], next.id)
      return
    }
    const row = rows[at]
    if (event.key === ' ' && row?.kind === 'stop') {
      event.preventDefault()
      toggle(row.id)
    }
    const isClosedKey = event.key === 'ArrowLeft'
    if ((isClosedKey || event.key === 'ArrowRight') && row && (row.kind === 'route' || row.kind === 'inbox')) {
      event.preventDefault()
      if (row.isClosed !== isClosedKey) toggleRoute(row.kind === 'inbox' ? INBOX : row.id)
    }
  }
}

function nextRow(rows: readonly ListRow[], at: number, step: 1 | -1): ListRow | undefined {
  for (let index = at + step; index >= 0 && index < rows.length; index += step) {
    const row = rows[index]!
    if (row.kind === 'stop' || row.kind === 'route') return row
  }
  return undefined
}
