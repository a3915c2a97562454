// The timeline at the bottom: one row per route, stops where they happen, waiting hatched, late red, the time now as a line.

import { Group } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addSurface, type DropTarget, useDrag } from '../plan/drag.ts'
import { currentPlan, usePlanData } from '../plan/plan-store.ts'
import { useSelection } from '../plan/selection.ts'
import { IconButton } from '../shell/icon-button.tsx'
import { useFormats } from '../shell/session.ts'
import { EmptyPart } from '../shell/states.tsx'
import { NowLine } from './now-line.tsx'
import classes from './timeline.module.css'
import { TimelineRow } from './timeline-row.tsx'
import { spanOf, stopBefore, type TimeScale, ticksOf, xOf } from './timeline-scale.ts'

const ROW_HEIGHT = 40
const NAME_WIDTH = 148
/** Room for the half of the last hour's label. */
const END_WIDTH = 24

export function Timeline() {
  const { t } = useTranslation('editor')
  const { routes } = usePlanData()
  const formats = useFormats()
  const { ref: measured, width } = useElementSize()
  const scroller = useRef<HTMLDivElement>(null)
  const [zoom, setZoom] = useState(1)
  const scale = useTimeScale(width, zoom)
  useTimelineSurface(scroller, scale)
  const contentWidth = NAME_WIDTH + (scale.toSeconds - scale.fromSeconds) * scale.pixelsPerSecond + END_WIDTH
  return (
    <section className={classes.timeline} aria-label={t('timeline')} ref={measured}>
      <ZoomButtons zoom={zoom} onZoom={setZoom} />
      <div ref={scroller} className={classes.scroller} data-drag-scroll data-timeline>
        <div className={classes.head} style={{ width: contentWidth }}>
          {ticksOf(scale).map((seconds) => (
            <span key={seconds} className={classes.tick} style={{ left: NAME_WIDTH + xOf(scale, seconds) }}>
              {formats.timeOfDay(seconds)}
            </span>
          ))}
        </div>
        <Rows scroller={scroller} scale={scale} contentWidth={contentWidth} isMeasured={width > 0} />
        {routes.length === 0 && (
          <EmptyPart
            text={t('timeline_empty')}
            next={{ label: t('plan_routes'), onClick: () => useSelection.getState().show('optimize') }}
          />
        )}
      </div>
    </section>
  )
}

/** The hours of the plan over the width that there is. */
function useTimeScale(width: number, zoom: number): TimeScale {
  const data = usePlanData()
  const span = useMemo(() => spanOf(data), [data])
  return useMemo(() => {
    const seconds = span.toSeconds - span.fromSeconds
    return { ...span, pixelsPerSecond: (Math.max(300, width - NAME_WIDTH - END_WIDTH) * zoom) / seconds }
  }, [span, width, zoom])
}

function ZoomButtons({ zoom, onZoom }: { zoom: number; onZoom(zoom: number): void }) {
  const { t } = useTranslation('editor')
  return (
    <Group className={classes.zoom} gap={2}>
      <IconButton
        icon={IconMinus}
        iconSize={14}
        label={t('zoom_out')}
        size="sm"
        disabled={zoom <= 1}
        onClick={() => onZoom(Math.max(1, zoom / 1.5))}
      />
      <IconButton
        icon={IconPlus}
        iconSize={14}
        label={t('zoom_in')}
        size="sm"
        disabled={zoom >= 12}
        onClick={() => onZoom(zoom * 1.5)}
      />
    </Group>
  )
}

interface RowsProps {
  scroller: RefObject<HTMLDivElement | null>
  scale: TimeScale
  contentWidth: number
  /** Rows are drawn once the width is known, not a first time before. */
  isMeasured: boolean
}

function Rows({ scroller, scale, contentWidth, isMeasured }: RowsProps) {
  const { routes, orders, stops } = usePlanData()
  const virtual = useVirtualizer({
    count: routes.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => routes[index]!.id,
    // A row holds a hundred stops.
    overscan: 1,
    enabled: isMeasured,
  })
  return (
    <div style={{ height: virtual.getTotalSize(), width: contentWidth }} className={classes.rows}>
      {ticksOf(scale).map((seconds) => (
        <span key={seconds} className={classes.rule} style={{ left: NAME_WIDTH + xOf(scale, seconds) }} />
      ))}
      {virtual.getVirtualItems().map(({ index, start, key }) => {
        const route = routes[index]!
        return (
          <div
            key={key}
            className={classes.slot}
            style={{ transform: `translateY(${start}px)`, height: ROW_HEIGHT }}
            data-timeline-route={route.id}
          >
            <TimelineRow route={route} index={index} order={orders.get(route.id)!} stops={stops} scale={scale} />
          </div>
        )
      })}
      <NowLine scale={scale} left={NAME_WIDTH} />
    </div>
  )
}

/** A drop on a row goes to the time that is pointed at. */
function useTimelineSurface(scroller: RefObject<HTMLDivElement | null>, scale: TimeScale): void {
  const latest = useRef(scale)
  latest.current = scale
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    return addSurface(element, (x, _y, hit): DropTarget | undefined => {
      const row = hit.closest<HTMLElement>('[data-timeline-route]')
      const routeId = row?.dataset.timelineRoute
      if (!row || !routeId) return undefined
      const offset = x - row.getBoundingClientRect().left - NAME_WIDTH
      // On the name: wherever it fits best.
      if (offset < 0) return { routeId }
      const seconds = latest.current.fromSeconds + offset / latest.current.pixelsPerSecond
      return { routeId, afterStopId: stopBefore(currentPlan(), routeId, seconds, new Set(useDrag.getState().stopIds)) }
    })
  }, [scroller])
}
