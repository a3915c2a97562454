// The timeline at the bottom: one row per route, stops where they happen, waiting hatched, late red, the time now as a line.

import { useElementSize } from '@mantine/hooks'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addSurface, type DropTarget, useDrag } from '../plan/drag.ts'
import { useCoveredWidth } from '../plan/drawer-width.ts'
import { useLateDays } from '../plan/late-days.ts'
import { usePlanMidnight } from '../plan/plan-day.ts'
import { currentPlan } from '../plan/plan-store.ts'
import { shownPlan, useShownPlan } from '../plan/proposal.ts'
import { optimizeNow } from '../plan/run-state.ts'
import { useSelection } from '../plan/selection.ts'
import { useKeptChoice } from '../shell/kept-choice.ts'
import { Sections } from '../shell/sections.tsx'
import { useFormats } from '../shell/session.ts'
import { EmptyPart } from '../shell/states.tsx'
import { ClockLine, ClockTrack } from './clock-line.tsx'
import { HourBadge } from './hour-handles.tsx'
import classes from './timeline.module.css'
import { type TimelineEntry, timelineEntries } from './timeline-entries.ts'
import { TimelineRow } from './timeline-row.tsx'
import { findSpan, listTicks, stopBefore, type TimeScale, toX } from './timeline-scale.ts'
import { TimelineTools } from './timeline-tools.tsx'

const ROW_HEIGHT = { dense: 24, normal: 40 } as const
const NAME_WIDTH = 148
/** Room for the half of the last hour's label. */
const END_WIDTH = 24

/** `isLive`: what needs a look comes first. */
export function Timeline({ isLive }: { isLive: boolean }) {
  const { t } = useTranslation('editor')
  const { routes } = useShownPlan()
  const { ref: measured, width } = useElementSize()
  const scroller = useRef<HTMLDivElement>(null)
  const [zoom, setZoom] = useState(1)
  const [rows, setRows] = useKeptChoice<keyof typeof ROW_HEIGHT>('timeline-rows', 'normal')
  const unused = useUnusedLine()
  const scale = useTimeScale(width, zoom)
  useTimelineSurface(scroller, scale, unused.openForDrag)
  // The drawer lies over the end of the day: it can be scrolled out from under it, and nothing moves when the drawer opens.
  const covered = useCoveredWidth()
  const contentWidth = NAME_WIDTH + (scale.toSeconds - scale.fromSeconds) * scale.pixelsPerSecond + END_WIDTH + covered
  return (
    <section className={classes.timeline} aria-label={t('timeline')} ref={measured} data-rows={rows}>
      <TimelineTools
        zoom={zoom}
        onZoom={setZoom}
        isDense={rows === 'dense'}
        onDense={(isDense) => setRows(isDense ? 'dense' : 'normal')}
      />
      <div ref={scroller} className={classes.scroller} data-drag-scroll data-timeline>
        <Hours scale={scale} width={contentWidth} />
        <Rows
          scroller={scroller}
          scale={scale}
          contentWidth={contentWidth}
          isMeasured={width > 0}
          isLive={isLive}
          rowHeight={ROW_HEIGHT[rows]}
          unused={unused}
        />
        {routes.length === 0 && (
          <EmptyPart text={t('timeline_empty')} next={{ label: t('plan_routes'), onClick: optimizeNow }} />
        )}
      </div>
      <HourBadge />
    </section>
  )
}

function Hours({ scale, width }: { scale: TimeScale; width: number }) {
  const formats = useFormats()
  return (
    <div className={classes.head} style={{ width }}>
      {listTicks(scale).map((seconds) => (
        <span key={seconds} className={classes.tick} style={{ left: NAME_WIDTH + toX(scale, seconds) }}>
          {formats.timeOfDay(seconds)}
        </span>
      ))}
      <ClockTrack scale={scale} left={NAME_WIDTH} />
    </div>
  )
}

interface UnusedLine {
  isOpen: boolean
  toggle(): void
  /** Until the drag ends. */
  openForDrag(): void
}

/** Whether the vans that are not used are shown: as the reader wants, and while stops are dragged to them. */
function useUnusedLine(): UnusedLine {
  const [isOpen, setOpen] = useState(false)
  const [isForDrag, setForDrag] = useState(false)
  const isDragging = useDrag((state) => state.isActive)
  useEffect(() => {
    if (!isDragging) setForDrag(false)
  }, [isDragging])
  return useMemo(
    () => ({
      isOpen: isOpen || isForDrag,
      toggle: () => setOpen((was) => !was),
      openForDrag: () => setForDrag(true),
    }),
    [isOpen, isForDrag],
  )
}

/** The hours of the plan over the width that there is. */
function useTimeScale(width: number, zoom: number): TimeScale {
  const data = useShownPlan()
  const midnight = usePlanMidnight()
  const { fromSeconds, toSeconds } = useMemo(() => findSpan(data, midnight), [data, midnight])
  return useMemo(() => {
    const seconds = toSeconds - fromSeconds
    const pixelsPerSecond = (Math.max(300, width - NAME_WIDTH - END_WIDTH) * zoom) / seconds
    return { fromSeconds, toSeconds, pixelsPerSecond }
  }, [fromSeconds, toSeconds, width, zoom])
}

interface RowsProps {
  scroller: RefObject<HTMLDivElement | null>
  scale: TimeScale
  contentWidth: number
  /** Rows are drawn once the width is known, not a first time before. */
  isMeasured: boolean
  isLive: boolean
  rowHeight: number
  unused: UnusedLine
}

function Rows({ scroller, scale, contentWidth, isMeasured, isLive, rowHeight, unused }: RowsProps) {
  const data = useShownPlan()
  const midnight = usePlanMidnight()
  const entries = useMemo(
    () => timelineEntries(data, { isUrgentFirst: isLive, isUnusedOpen: unused.isOpen, midnight }),
    [data, isLive, unused.isOpen, midnight],
  )
  const virtual = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => entries[index]!.id,
    // A row holds a hundred stops.
    overscan: 1,
    enabled: isMeasured,
  })
  useRouteInSight(entries, virtual)
  const late = useLateDays(({ byStop }) => byStop)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height decides the sizes
  useEffect(() => virtual.measure(), [rowHeight])
  return (
    <div
      style={{ height: virtual.getTotalSize(), width: contentWidth, '--row': `${rowHeight}px` } as CSSProperties}
      className={classes.rows}
    >
      {listTicks(scale).map((seconds) => (
        <span key={seconds} className={classes.rule} style={{ left: NAME_WIDTH + toX(scale, seconds) }} />
      ))}
      {virtual.getVirtualItems().map(({ index, start, key }) => (
        <Entry key={key} entry={entries[index]!} top={start} scale={scale} late={late} onUnused={unused.toggle} />
      ))}
      <Sections at="timeline" />
      <ClockLine scale={scale} left={NAME_WIDTH} />
    </div>
  )
}

/** The route that is opened, or whose stop is selected, somewhere else is scrolled into sight once. */
function useRouteInSight(entries: readonly TimelineEntry[], virtual: { scrollToIndex(index: number): void }): void {
  const wanted = useSelection(({ anchorId, routeId }) => routeId ?? shownPlan().stops.get(anchorId ?? '')?.route_id)
  const shown = useRef<string | undefined>(undefined)
  useEffect(() => {
    if (shown.current === wanted) return
    shown.current = wanted
    const index = entries.findIndex(({ id }) => id === wanted)
    if (index !== -1) virtual.scrollToIndex(index)
  }, [entries, virtual, wanted])
}

interface EntryProps {
  entry: TimelineEntry
  top: number
  scale: TimeScale
  /** Days out of ten on which each would be late, by stop id. */
  late: ReadonlyMap<string, number>
  onUnused(): void
}

function Entry({ entry, top, scale, late, onUnused }: EntryProps) {
  const { orders, stops } = useShownPlan()
  const style = { transform: `translateY(${top}px)` }
  if (entry.kind === 'unused') {
    return (
      <div className={classes.slot} style={style} data-timeline-unused>
        <UnusedLineRow count={entry.count} isOpen={entry.isOpen} onToggle={onUnused} />
      </div>
    )
  }
  const { route, index } = entry
  return (
    <div className={classes.slot} style={style} data-timeline-route={route.id}>
      <TimelineRow route={route} index={index} order={orders.get(route.id)!} stops={stops} scale={scale} late={late} />
    </div>
  )
}

function UnusedLineRow({ count, isOpen, onToggle }: { count: number; isOpen: boolean; onToggle(): void }) {
  const { t } = useTranslation('editor')
  const Sign = isOpen ? IconChevronDown : IconChevronRight
  return (
    <button type="button" className={classes.unused} aria-expanded={isOpen} onClick={onToggle}>
      <span className={classes.unusedText}>
        <Sign size={15} />
        {t('unused', { count })}
      </span>
    </button>
  )
}

/** A drop on a row goes to the time that is pointed at; the line of unused vans opens when something is dragged over it. */
function useTimelineSurface(
  scroller: RefObject<HTMLDivElement | null>,
  scale: TimeScale,
  openUnused: () => void,
): void {
  const midnight = usePlanMidnight()
  const latest = useRef({ scale, midnight, openUnused })
  latest.current = { scale, midnight, openUnused }
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    return addSurface(element, (x, _y, hit): DropTarget | undefined => {
      const now = latest.current
      if (hit.closest('[data-timeline-unused]')) now.openUnused()
      const row = hit.closest<HTMLElement>('[data-timeline-route]')
      const routeId = row?.dataset.timelineRoute
      if (!row || !routeId) return undefined
      const offset = x - row.getBoundingClientRect().left - NAME_WIDTH
      // On the name: wherever it fits best.
      if (offset < 0) return { routeId }
      const seconds = now.scale.fromSeconds + offset / now.scale.pixelsPerSecond
      const dragged = new Set(useDrag.getState().stopIds)
      return { routeId, afterStopId: stopBefore(currentPlan(), { ...now, routeId, seconds, dragged }) }
    })
  }, [scroller])
}
