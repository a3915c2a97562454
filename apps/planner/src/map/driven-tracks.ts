// Where the vans of the open plan were, as their positions were recorded.
import { exportWays } from '@routewright/client/operations'
import { useQuery } from '@tanstack/react-query'
import { usePlanData } from '../plan/plan-store.ts'
import { receive } from '../shell/service.ts'
import type { Feature, FeatureCollection, LineString } from './plan-features.ts'

const REFRESH_MS = 60_000

/** One track of a route; recorded ones have a moment for each point. */
export type DrivenTrack = Feature<LineString, { route_id: string; track?: string; times?: readonly string[] }>

const none: readonly DrivenTrack[] = []

/** Read again while the day runs; none while no plan is named. */
export function useDrivenTracks(planId: string | undefined): readonly DrivenTrack[] {
  const { plan } = usePlanData()
  const { data } = useQuery({
    queryKey: ['ways', planId],
    queryFn: async () => {
      const { blob } = await receive(exportWays, { plan_id: planId ?? '', format: 'geojson' })
      const { features } = JSON.parse(await blob.text()) as FeatureCollection<LineString, DrivenTrack['properties']>
      return features.filter(({ properties }) => properties.track === 'driven')
    },
    enabled: planId !== undefined,
    ...(plan.status === 'in_progress' && { refetchInterval: REFRESH_MS }),
  })
  return (planId && data) || none
}
