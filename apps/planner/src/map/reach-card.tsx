// Reach within some minutes of a stop, a depot or a van: areas on the map, and the stops of the plan in each of them.
import { Alert, Button, CloseButton, Select, Text } from '@mantine/core'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MinutesChoice } from '../forms/minutes-choice.tsx'
import { type ReachStart, type ShownArea, useReachAreas } from '../forms/reach-areas.ts'
import { askReach, useAskedReach, useOfferedStarts } from '../plan/asked-reach.ts'
import { coveredWidth } from '../plan/drawer-width.ts'
import { usePlanData } from '../plan/plan-store.ts'
import { useSelection } from '../plan/selection.ts'
import type { PlannerMap } from '../shell/map-ground.ts'
import { useFormats } from '../shell/session.ts'
import { LoadFailure } from '../shell/states.tsx'
import { setReach } from './drawn-plan.ts'
import classes from './reach-card.module.css'

interface ReachCardProps {
  map: PlannerMap
  /** How many grounds were loaded: each begins without areas. */
  styleCount: number
}

export function ReachCard({ map, styleCount }: ReachCardProps) {
  const start = useAskedReach((state) => state.start)
  return start && <OpenCard map={map} styleCount={styleCount} start={start} />
}

function OpenCard({ map, styleCount, start }: ReachCardProps & { start: ReachStart }) {
  const { t } = useTranslation('reach')
  const offered = useOfferedStarts()
  const [minutes, setMinutes] = useState([10, 20, 30])
  const reach = useReachAreas(start, minutes, usePlanData().plan.id)
  const card = useRef<HTMLElement>(null)
  useAreasOnMap(map, styleCount, reach.areas, card)
  // Moves the focus to the card, so that it is read next.
  useEffect(() => card.current?.focus(), [])
  // A stop is offered as long as it is the one asked for.
  const starts = offered.some(({ value }) => value === start.value) ? offered : [start, ...offered]
  return (
    <section ref={card} className={classes.card} aria-label={t('title')} tabIndex={-1}>
      <header className={classes.head}>
        <Text fw={600}>{t('title')}</Text>
        <CloseButton aria-label={t('close')} onClick={() => askReach(undefined)} />
      </header>
      <Select
        size="xs"
        label={t('from')}
        data={starts.map(({ value, label }) => ({ value, label }))}
        value={start.value}
        allowDeselect={false}
        onChange={(value) => askReach(starts.find((start) => start.value === value) ?? start)}
      />
      <MinutesChoice minutes={minutes} onChange={setMinutes} />
      {reach.error && <LoadFailure error={reach.error} retry={reach.retry} />}
      {reach.isStraight && <Alert color="yellow">{t('straight')}</Alert>}
      <AreaRows reach={reach} />
    </section>
  )
}

function AreaRows({ reach }: { reach: ReturnType<typeof useReachAreas> }) {
  const { t } = useTranslation('reach')
  const formats = useFormats()
  const select = useSelection((state) => state.select)
  return (
    <ul className={classes.rows} aria-busy={reach.isPending}>
      {reach.found.map(({ minutes, color, ids }) => {
        const within = t('within', { count: minutes })
        const stops = ids && t('stops', { count: ids.length, of: formats.number(reach.total ?? 0, 0) })
        return (
          <li key={minutes} className={classes.row}>
            <span className={classes.swatch} style={{ background: color }} />
            <div className={classes.words}>
              <span>{within}</span>
              {stops && <span className={classes.count}>{stops}</span>}
            </div>
            {ids && ids.length > 0 && (
              <Button
                size="compact-xs"
                variant="light"
                aria-label={`${t('select')}: ${within}, ${stops}`}
                onClick={() => select(ids)}
              >
                {t('select')}
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** Draws the areas, and brings a new one into the part of the map that neither the card nor the drawer covers. */
function useAreasOnMap(
  map: PlannerMap,
  styleCount: number,
  areas: readonly ShownArea[],
  card: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    if (styleCount > 0) setReach(map, areas)
  }, [map, styleCount, areas])
  useEffect(() => () => setReach(map, []), [map])
  const [widest] = areas
  useEffect(() => {
    const corners = widest?.geometry.coordinates.flat(2)
    if (!corners?.length || !card.current) return
    const lngs = corners.map(([lng]) => lng!)
    const lats = corners.map(([, lat]) => lat!)
    const bounds: [[number, number], [number, number]] = [
      [least(lngs), least(lats)],
      [-least(lngs.map((lng) => -lng)), -least(lats.map((lat) => -lat))],
    ]
    map.fitBounds(bounds, { padding: findFree(map, card.current), duration: 300 })
  }, [map, widest, card])
}

/** Too many corners for the arguments of one call of Math.min. */
function least(values: readonly number[]): number {
  return values.reduce((smallest, value) => Math.min(smallest, value))
}

const MARGIN = 24

/** The card stands at the left, on a narrow map at the foot. */
function findFree(map: PlannerMap, card: HTMLElement) {
  const { clientWidth, clientHeight } = map.getContainer()
  const isAtFoot = card.offsetWidth > clientWidth / 2
  const margins = { top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN + coveredWidth() }
  if (!isAtFoot) return { ...margins, left: MARGIN + card.offsetLeft + card.offsetWidth }
  // Where hardly anything is left to be seen the whole map has to do.
  return card.offsetHeight > clientHeight * 0.7 ? margins : { ...margins, bottom: MARGIN + card.offsetHeight }
}
