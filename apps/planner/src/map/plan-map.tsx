// The plan on the map: click, Ctrl-click, Shift-rectangle, lasso, and drag of pins; a place to drop stops on.
import { ActionIcon } from '@mantine/core'
import { IconCurrentLocation, IconLasso } from '@tabler/icons-react'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { fitMap } from '../plan/commands.ts'
import { addSurface } from '../plan/drag.ts'
import { usePlanMidnight } from '../plan/plan-day.ts'
import { usePlanData } from '../plan/plan-store.ts'
import { useSelection } from '../plan/selection.ts'
import { useStopActions } from '../plan/stop-actions.ts'
import { useMayPlan } from '../shell/session.ts'
import { useGroundedPlan } from './grounded-plan.ts'
import { HoverRing } from './hover-ring.tsx'
import { LassoOverlay } from './lasso-overlay.tsx'
import { LiveVehicles } from './live-vehicles.tsx'
import { useMapGestures } from './map-gestures.ts'
import { dropTargetOnMap } from './map-hits.ts'
import { useMarks, useProposed } from './map-marks.ts'
import { useMapSight } from './map-sight.ts'
import { planFeatures } from './plan-features.ts'
import classes from './plan-map.module.css'

/** Words upon pins of unassigned stops, which have no colour of a route. */
const OPEN_COLOR = '#5a6576'

export function PlanMap() {
  const { t } = useTranslation('editor')
  const data = usePlanData()
  const midnight = usePlanMidnight()
  const mayPlan = useMayPlan()
  const { drop } = useStopActions()
  const tool = useSelection((state) => state.tool)
  const container = useRef<HTMLDivElement>(null)
  const features = useMemo(() => planFeatures(data, OPEN_COLOR, midnight), [data, midnight])
  const { map, styleCount, lacks } = useGroundedPlan(container, features)
  useProposed(map, styleCount)
  useMarks(map, styleCount, features)
  useMapGestures(map, mayPlan ? drop : undefined)
  useMapSight(map, features)
  useEffect(() => {
    if (!map || !container.current) return
    return addSurface(container.current, (x, y) => dropTargetOnMap(map, x, y))
  }, [map])
  return (
    <div className={classes.map} data-tool={tool}>
      <div ref={container} className={classes.canvas} />
      {lacks && (
        <p className={classes.plain} role="status">
          {t(lacks === 'streets' ? 'map_plain' : 'map_gap')}
        </p>
      )}
      <MapTools />
      {map && <HoverRing map={map} />}
      {map && <LassoOverlay map={map} />}
      {map && <LiveVehicles map={map} />}
    </div>
  )
}

function MapTools() {
  const { t } = useTranslation('editor')
  const { tool, setTool } = useSelection()
  const isLasso = tool === 'lasso'
  return (
    <div className={classes.tools}>
      <ActionIcon
        variant={isLasso ? 'filled' : 'default'}
        color={isLasso ? 'blue' : 'gray'}
        aria-label={t('lasso')}
        aria-pressed={isLasso}
        title={`${t('lasso')} (L)`}
        onClick={() => setTool(isLasso ? 'pan' : 'lasso')}
      >
        <IconLasso size={18} />
      </ActionIcon>
      <ActionIcon variant="default" aria-label={t('fit')} title={`${t('fit')} (F)`} onClick={fitMap.give}>
        <IconCurrentLocation size={18} />
      </ActionIcon>
    </div>
  )
}
