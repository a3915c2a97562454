// Marks on the drawn plan: the routes that an optimization proposes, and the selection.
import { useEffect, useRef } from 'react'
import { useMatches } from '../plan/matches.ts'
import { usePlanData } from '../plan/plan-store.ts'
import { useRunState } from '../plan/run-state.ts'
import { chosenRoute, useSelection } from '../plan/selection.ts'
import type { PlannerMap } from '../shell/map-ground.ts'
import { markFeatures, setChosenRoute, setProposed } from './drawn-plan.ts'
import { type IndexedFeatures, proposedFeatures } from './plan-features.ts'
import { ROUTES, STOPS } from './plan-layers.ts'

/** While an optimization runs, its routes are shown as they come; what waits to be applied is shown as the plan itself. */
export function useProposed(map: PlannerMap | undefined, styleCount: number): void {
  const data = usePlanData()
  const run = useRunState((state) => state.run)
  const hidden = useSelection((state) => state.hiddenRoutes)
  useEffect(() => {
    if (!map || styleCount === 0) return
    const tracks = run?.plan_id === data.plan.id && run.state === 'running' ? run.tracks : undefined
    const shown = tracks?.filter(({ route_id }) => !hidden.has(route_id))
    setProposed(map, shown && proposedFeatures(data, shown))
  }, [map, styleCount, data, run, hidden])
}

/** `styleCount` counts the grounds that were loaded: each begins without marks. */
export function useMarks(map: PlannerMap | undefined, styleCount: number, features: IndexedFeatures): void {
  const stopIds = useSelection((state) => state.stopIds)
  const routeId = useSelection(chosenRoute)
  const matches = useMatches()
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
    if (map && styleCount > 0) setChosenRoute(map, features, routeId)
  }, [map, styleCount, features, routeId])
  useEffect(() => {
    if (!map || styleCount === 0) return
    const others = (id: string) => routeId !== undefined && id !== routeId
    const isPale = ({ id, routeId }: { id: string; routeId: string }) =>
      others(routeId) || (matches !== undefined && !matches.has(id))
    const stops = features.stops.features.flatMap(({ properties }) => (isPale(properties) ? [properties.id] : []))
    const routes = features.routes.features.flatMap(({ properties }) => (others(properties.id) ? [properties.id] : []))
    dimmed.current = {
      stops: markFeatures(map, STOPS, 'dimmed', new Set(stops), dimmed.current.stops),
      routes: markFeatures(map, ROUTES, 'dimmed', new Set(routes), dimmed.current.routes),
    }
  }, [map, styleCount, routeId, features, matches])
}
