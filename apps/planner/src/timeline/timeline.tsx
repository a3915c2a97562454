// The timeline at the bottom: one row per route, stops where they happen, waiting hatched, late red, the time now as a line.
import { ActionIcon, Group, Text } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addSurface, type DropTarget, useDrag } from '../plan/drag.ts'
import { dayOfPlan } from '../plan/plan-day.ts'
import { currentPlan, usePlanData } from '../plan/plan-store.ts'
import { useFormats } from '../shell/session.ts'
import classes from './timeline.module.css'
import { TimelineRow } from './timeline-row.tsx'
import { spanOf, stopBefore, type TimeScale, ticksOf, xOf } from './timeline-scale.ts'

const ROW_HEIGHT = 40
const NAME_WIDTH = 148
/** Room for the half of the last hour's label. */
const END_WIDTH = 24

export function Timeline() {
  const { t } = useTranslation('editor')
  const data = usePlanData()
  const formats = useFormats()
  const { ref: measured, width } = useElementSize()
  const scroller = useRef<HTMLDivElement>(null)
  const [zoom, setZoom] = useState(1)
  const span = useMemo(() => spanOf(data), [data])
  const scale = useMemo<TimeScale>(() => {
    const seconds = span.toSeconds - span.fromSeconds
    return { ...span, pixelsPerSecond: (Math.max(300, width - NAME_WIDTH - END_WIDTH) * zoom) / seconds }
  }, [span, width, zoom])
  const virtual = useVirtualizer({
    count: data.routes.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => data.routes[index]!.id,
    // A row holds a hundred stops.
    overscan: 1,
    // Rows are drawn once the width is known, not once more then.
    enabled: width > 0,
  })
  useTimelineSurface(scroller, scale)
  const contentWidth = NAME_WIDTH + (scale.toSeconds - scale.fromSeconds) * scale.pixelsPerSecond + END_WIDTH
  const now = useNowSeconds(dayOfPlan(data.plan, formats.dayKey), formats.timeZone)
  const isNowShown = now !== undefined && now > scale.fromSeconds && now < scale.toSeconds

  return (
    <section className={classes.timeline} aria-label={t('timeline')} ref={measured}>
      <Group className={classes.zoom} gap={2}>
        <ActionIcon
          size="sm"
          aria-label={t('zoom_out')}
          disabled={zoom <= 1}
          onClick={() => setZoom(Math.max(1, zoom / 1.5))}
        >
          <IconMinus size={14} />
        </ActionIcon>
        <ActionIcon size="sm" aria-label={t('zoom_in')} disabled={zoom >= 12} onClick={() => setZoom(zoom * 1.5)}>
          <IconPlus size={14} />
        </ActionIcon>
      </Group>
      <div ref={scroller} className={classes.scroller} data-drag-scroll data-timeline>
        <div className={classes.head} style={{ width: contentWidth }}>
          {ticksOf(scale).map((seconds) => (
            <span key={seconds} className={classes.tick} style={{ left: NAME_WIDTH + xOf(scale, seconds) }}>
              {formats.timeOfDay(seconds)}
            </span>
          ))}
        </div>
        <div style={{ height: virtual.getTotalSize(), width: contentWidth }} className={classes.rows}>
          {ticksOf(scale).map((seconds) => (
            <span key={seconds} className={classes.rule} style={{ left: NAME_WIDTH + xOf(scale, seconds) }} />
          ))}
          {virtual.getVirtualItems().map(({ index, start, key }) => (
            <div
              key={key}
              className={classes.slot}
              style={{ transform: `translateY(${start}px)`, height: ROW_HEIGHT }}
              data-timeline-route={data.routes[index]!.id}
            >
              <TimelineRow
                route={data.routes[index]!}
                index={index}
                order={data.orders.get(data.routes[index]!.id)!}
                stops={data.stops}
                scale={scale}
              />
            </div>
          ))}
          {isNowShown && (
            <span className={classes.now} style={{ left: NAME_WIDTH + xOf(scale, now) }} title={t('now')} />
          )}
        </div>
        {data.routes.length === 0 && (
          <Text c="dimmed" size="sm" p="md">
            {t('timeline_empty')}
          </Text>
        )}
      </div>
    </section>
  )
}

/** Seconds since midnight in the project's zone while its day is today; once a minute. */
function useNowSeconds(day: string, timeZone: string | undefined): number | undefined {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(now)
  const part = (type: string) => parts.find((entry) => entry.type === type)?.value ?? '0'
  if (`${part('year')}-${part('month')}-${part('day')}` !== day) return undefined
  return Number(part('hour')) * 3600 + Number(part('minute')) * 60 + Number(part('second'))
}

/** A drop on a row goes to the time that is pointed at. */
function useTimelineSurface(scroller: React.RefObject<HTMLDivElement | null>, scale: TimeScale): void {
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
