// The plan on the map: click, Ctrl-click, Shift-rectangle, lasso, and drag of pins; a place to drop stops on.
import { IconCurrentLocation, IconLasso } from '@tabler/icons-react'
import { type CSSProperties, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { fitMap } from '../plan/commands.ts'
import { addSurface } from '../plan/drag.ts'
import { useCoveredWidth } from '../plan/drawer-width.ts'
import { usePlanMidnight } from '../plan/plan-day.ts'
import { useShownPlan } from '../plan/proposal.ts'
import { useSelection } from '../plan/selection.ts'
import { useStopActions } from '../plan/stop-actions.ts'
import { IconButton } from '../shell/icon-button.tsx'
import { useMayPlan } from '../shell/session.ts'
import { useGroundedPlan, useStreets } from './grounded-plan.ts'
import { HoverCard } from './hover-card.tsx'
import { HoverRing } from './hover-ring.tsx'
import { LassoOverlay } from './lasso-overlay.tsx'
import { useMapGestures } from './map-gestures.ts'
import { dropTargetOnMap } from './map-hits.ts'
import { LayerChoice, useMapLayers } from './map-layers.tsx'
import { useMapLook } from './map-look.tsx'
import { useMarks, useProposed } from './map-marks.ts'
import { MapNote } from './map-note.tsx'
import { useMapSight } from './map-sight.ts'
import { computeBounds, planFeatures, withoutRoutes } from './plan-features.ts'
import classes from './plan-map.module.css'
import { ReachCard } from './reach-card.tsx'
import { Vans } from './vans.tsx'

export function PlanMap() {
  const data = useShownPlan()
  const midnight = usePlanMidnight()
  const mayPlan = useMayPlan()
  const { drop } = useStopActions()
  const tool = useSelection((state) => state.tool)
  const container = useRef<HTMLDivElement>(null)
  const hidden = useSelection((state) => state.hiddenRoutes)
  const whole = useMemo(() => planFeatures(data, midnight), [data, midnight])
  const features = useMemo(() => withoutRoutes(whole, hidden), [whole, hidden])
  const streets = useStreets()
  const covered = useCoveredWidth()
  const { map, styleCount, lacks } = useGroundedPlan(container, features, streets, useMapLook().chosen)
  useProposed(map, styleCount)
  useMapLayers(map, styleCount)
  useMarks(map, styleCount, features)
  useMapGestures(map, mayPlan ? drop : undefined)
  useMapSight(map, features)
  useEffect(() => {
    if (!map || !container.current) return
    return addSurface(container.current, (x, y) => dropTargetOnMap(map, x, y))
  }, [map])
  return (
    <div className={classes.map} data-tool={tool} style={{ '--covered': `${covered}px` } as CSSProperties}>
      <div ref={container} className={classes.canvas} />
      {map && <MapNote lacks={lacks} places={computeBounds(features)} />}
      {map && <MapTools />}
      {map && <HoverRing map={map} />}
      {map && <HoverCard map={map} />}
      {map && <LassoOverlay map={map} />}
      {map && <Vans map={map} />}
      {map && <ReachCard map={map} styleCount={styleCount} />}
    </div>
  )
}

function MapTools() {
  const { t } = useTranslation('editor')
  const { tool, setTool } = useSelection()
  const isLasso = tool === 'lasso'
  return (
    <div className={classes.tools}>
      <IconButton
        icon={IconLasso}
        iconSize={18}
        label={t('lasso')}
        variant={isLasso ? 'filled' : 'default'}
        color={isLasso ? 'blue' : 'gray'}
        aria-pressed={isLasso}
        title={`${t('lasso')} (L)`}
        onClick={() => setTool(isLasso ? 'pan' : 'lasso')}
      />
      <IconButton
        icon={IconCurrentLocation}
        iconSize={18}
        label={t('fit')}
        variant="default"
        title={`${t('fit')} (F)`}
        onClick={fitMap.give}
      />
      <LayerChoice />
    </div>
  )
}
