// The plan on the map: click, Ctrl-click, Shift-rectangle, lasso, and drag of pins; a place to drop stops on.
import { ActionIcon, useComputedColorScheme } from '@mantine/core'
import { IconCurrentLocation, IconLasso } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { openContextMenu } from '../plan/context-menu-state.ts'
import { addSurface, beginDrag } from '../plan/drag.ts'
import { draggedWith, pickStop } from '../plan/pick-stops.ts'
import { usePlanMidnight } from '../plan/plan-day.ts'
import { usePlanData } from '../plan/plan-store.ts'
import { useRunState } from '../plan/run-state.ts'
import { useSelection } from '../plan/selection.ts'
import { useStopActions } from '../plan/stop-actions.ts'
import { createGroundedMap, type GroundedMap, type PlannerMap } from '../shell/map-ground.ts'
import { useMayPlan } from '../shell/session.ts'
import { HoverRing } from './hover-ring.tsx'
import { LassoOverlay } from './lasso-overlay.tsx'
import { LiveVehicles } from './live-vehicles.tsx'
import { useMapCommands } from './map-commands.ts'
import { dropTargetOnMap, stopAt } from './map-hits.ts'
import { startRectangle } from './map-selection.ts'
import { boundsOf, planFeatures, proposedFeatures } from './plan-features.ts'
import { markFeatures, planOverlay, ROUTES, STOPS, setPlanData, setProposed } from './plan-layers.ts'
import classes from './plan-map.module.css'

export function PlanMap() {
  const { t } = useTranslation('editor')
  const theme = useComputedColorScheme('light')
  const data = usePlanData()
  const mayPlan = useMayPlan()
  const actions = useStopActions()
  const container = useRef<HTMLDivElement>(null)
  const grounded = useRef<GroundedMap | undefined>(undefined)
  const [map, setMap] = useState<PlannerMap>()
  /** Counts styles, so that data and marks are put on each new one. */
  const [styleCount, setStyleCount] = useState(0)
  const [isPlain, setPlain] = useState(false)
  const [isGap, setGap] = useState(false)
  const { tool, setTool } = useSelection()
  const midnight = usePlanMidnight()
  const features = useMemo(() => planFeatures(data, '#5a6576', midnight), [data, midnight])
  const words = {
    'Map.Title': t('map'),
    'NavigationControl.ZoomIn': t('zoom_in'),
    'NavigationControl.ZoomOut': t('zoom_out'),
  }
  const first = useRef({ theme, bounds: boundsOf(features), words })
  const latest = useRef(features)
  latest.current = features
  /** What the map shows, so that nothing is sent to it twice. */
  const drawn = useRef<typeof features | undefined>(undefined)

  useEffect(() => {
    const made = createGroundedMap({
      container: container.current!,
      theme: first.current.theme,
      bounds: first.current.bounds,
      words: first.current.words,
      overlay(onTheme) {
        drawn.current = latest.current
        return planOverlay(onTheme, latest.current)
      },
      onStyle: () => setStyleCount((count) => count + 1),
      onGround: (ground) => setPlain(ground.isPlain),
      onGap: setGap,
    })
    grounded.current = made
    setMap(made.map)
    Object.assign(container.current!, { plannerMap: made.map })
    return () => {
      made.remove()
      grounded.current = undefined
    }
  }, [])

  useEffect(() => {
    if (theme !== first.current.theme) void grounded.current?.setTheme(theme)
    first.current.theme = theme
  }, [theme])

  useEffect(() => {
    if (!map || styleCount === 0 || drawn.current === features) return
    drawn.current = features
    setPlanData(map, features)
  }, [map, styleCount, features])

  useProposed(map, styleCount)
  useMarks(map, styleCount, features)
  useMapGestures(map, mayPlan, actions.drop)
  useMapCommands(map, features)

  useEffect(() => {
    if (!map || !container.current) return
    return addSurface(container.current, (x, y) => dropTargetOnMap(map, x, y))
  }, [map])

  return (
    <div className={classes.map} data-tool={tool}>
      <div ref={container} className={classes.canvas} />
      {(isPlain || isGap) && (
        <p className={classes.plain} role="status">
          {t(isPlain ? 'map_plain' : 'map_gap')}
        </p>
      )}
      <div className={classes.tools}>
        <ActionIcon
          variant={tool === 'lasso' ? 'filled' : 'default'}
          color={tool === 'lasso' ? 'blue' : 'gray'}
          aria-label={t('lasso')}
          aria-pressed={tool === 'lasso'}
          title={`${t('lasso')} (L)`}
          onClick={() => setTool(tool === 'lasso' ? 'pan' : 'lasso')}
        >
          <IconLasso size={18} />
        </ActionIcon>
        <ActionIcon
          variant="default"
          aria-label={t('fit')}
          title={`${t('fit')} (F)`}
          onClick={() => window.dispatchEvent(new CustomEvent('planner:fit'))}
        >
          <IconCurrentLocation size={18} />
        </ActionIcon>
      </div>
      {map && <HoverRing map={map} />}
      {map && <LassoOverlay map={map} />}
      {map && <LiveVehicles map={map} />}
    </div>
  )
}

/** While an optimization runs or waits to be applied, its routes are shown as they come. */
function useProposed(map: PlannerMap | undefined, styleCount: number): void {
  const data = usePlanData()
  const run = useRunState((state) => state.run)
  useEffect(() => {
    if (!map || styleCount === 0) return
    const isShown = run?.plan_id === data.plan.id && (run.state === 'running' || run.state === 'ready')
    const tracks = isShown ? (run.comparison?.routes ?? run.tracks) : undefined
    setProposed(map, tracks && proposedFeatures(data, tracks))
  }, [map, styleCount, data, run])
}

function useMarks(map: PlannerMap | undefined, styleCount: number, features: ReturnType<typeof planFeatures>): void {
  const stopIds = useSelection((state) => state.stopIds)
  const routeId = useSelection((state) => state.routeId)
  const selected = useRef<ReadonlySet<string>>(new Set())
  const dimmed = useRef({ stops: new Set() as ReadonlySet<string>, routes: new Set() as ReadonlySet<string> })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new style has forgotten all marks
  useEffect(() => {
    selected.current = new Set()
    dimmed.current = { stops: new Set(), routes: new Set() }
  }, [styleCount])
  useEffect(() => {
    if (!map || styleCount === 0) return
    selected.current = markFeatures(map, STOPS, 'selected', stopIds, selected.current)
  }, [map, styleCount, stopIds])
  useEffect(() => {
    if (!map || styleCount === 0) return
    const others = (id: string) => routeId !== undefined && id !== routeId
    const stops = features.stops.features.flatMap(({ properties }) =>
      others(properties.routeId) ? [properties.id] : [],
    )
    const routes = features.routes.features.flatMap(({ properties }) => (others(properties.id) ? [properties.id] : []))
    dimmed.current = {
      stops: markFeatures(map, STOPS, 'dimmed', new Set(stops), dimmed.current.stops),
      routes: markFeatures(map, ROUTES, 'dimmed', new Set(routes), dimmed.current.routes),
    }
  }, [map, styleCount, routeId, features])
}

type Drop = ReturnType<typeof useStopActions>['drop']

function useMapGestures(map: PlannerMap | undefined, mayPlan: boolean, drop: Drop): void {
  useEffect(() => {
    if (!map) return
    const canvas = map.getCanvas()
    const press = (event: PointerEvent) => {
      if (event.button !== 0 || useSelection.getState().tool === 'lasso') return
      if (event.shiftKey) return startRectangle(map, event)
      const stopId = stopAt(map, event)
      if (!stopId) return
      // The map must not move under a pin that is dragged.
      map.dragPan.disable()
      const release = () => {
        map.dragPan.enable()
        window.removeEventListener('pointerup', release)
      }
      window.addEventListener('pointerup', release)
      const { ctrlKey, metaKey } = event
      beginDrag(event, {
        stopIds: () => draggedWith(stopId),
        onDrop: (stopIds, target) => {
          if (mayPlan) void drop(stopIds, target)
        },
        onClick: () => pickStop(stopId, { isAdding: ctrlKey || metaKey, isRange: false }),
      })
    }
    let frame = 0
    const hover = (event: PointerEvent) => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => {
        const stopId = event.buttons === 0 ? stopAt(map, event) : undefined
        if (useSelection.getState().hoveredId !== stopId) useSelection.getState().hover(stopId)
        canvas.style.cursor = stopId ? 'pointer' : ''
      })
    }
    const click = (event: { originalEvent: MouseEvent; point: { x: number; y: number } }) => {
      const { originalEvent } = event
      if (originalEvent.shiftKey || stopAt(map, originalEvent)) return
      const box: [[number, number], [number, number]] = [
        [event.point.x - 4, event.point.y - 4],
        [event.point.x + 4, event.point.y + 4],
      ]
      const [line] = map.queryRenderedFeatures(box, { layers: [ROUTES] })
      if (line) useSelection.getState().openRoute(String(line.properties.id))
      else useSelection.getState().clear()
    }
    const menu = (event: MouseEvent) => {
      const stopId = stopAt(map, event)
      event.preventDefault()
      if (!stopId) return
      if (!useSelection.getState().stopIds.has(stopId)) useSelection.getState().select([stopId])
      openContextMenu({ kind: 'stops', x: event.clientX, y: event.clientY })
    }
    // Before the map's own handlers, which would begin to pan.
    canvas.addEventListener('pointerdown', press, true)
    canvas.addEventListener('pointermove', hover)
    canvas.addEventListener('contextmenu', menu)
    map.on('click', click)
    return () => {
      cancelAnimationFrame(frame)
      canvas.removeEventListener('pointerdown', press, true)
      canvas.removeEventListener('pointermove', hover)
      canvas.removeEventListener('contextmenu', menu)
      map.off('click', click)
    }
  }, [map, mayPlan, drop])
}
