// The plans of a day on one map, to look at: a press on a stop, a line or a van leads to its route.
import * as operations from '@routewright/client/operations'
import type { Plan } from '@routewright/contract'
import { useQueries } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type PlanData, readBoard } from '../plan/plan-data.ts'
import { dayOfPlan, getMidnight } from '../plan/plan-day.ts'
import { useOrganizationNow } from '../shell/clock.ts'
import type { PlannerMap } from '../shell/map-ground.ts'
import { call } from '../shell/service.ts'
import { useFormats } from '../shell/session.ts'
import { useGroundedPlan, useStreets } from './grounded-plan.ts'
import { routeOrItsStopAt } from './map-hits.ts'
import { useMapLook } from './map-look.tsx'
import { MapNote } from './map-note.tsx'
import { computeBounds, joinFeatures, planFeatures } from './plan-features.ts'
import classes from './plan-map.module.css'
import { useVanMarkers } from './van-markers.ts'
import { listVansNow } from './vans-now.ts'

const REFRESH_MS = 30_000

/** Hidden until all of the plans are read. */
export default function DayMap({ plans }: { plans: readonly Plan[] }) {
  const data = useBoards(plans)
  return data && <Drawn data={data} />
}

/** Read again while a plan is driven; undefined until all are there. */
function useBoards(plans: readonly Plan[]): readonly PlanData[] | undefined {
  return useQueries({
    queries: plans.map(({ id, status, updated_at }) => ({
      queryKey: ['day-board', id, updated_at],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        readBoard(await call(operations.getPlanBoard, { plan_id: id }, { signal })),
      refetchInterval: status === 'in_progress' ? REFRESH_MS : (false as const),
      placeholderData: (before: PlanData | undefined) => before,
    })),
    combine: (answers) => {
      const read = answers.flatMap(({ data }) => data ?? [])
      return read.length === answers.length ? read : undefined
    },
  })
}

function Drawn({ data }: { data: readonly PlanData[] }) {
  const container = useRef<HTMLDivElement>(null)
  const { dayKey, timeZone } = useFormats()
  const features = useMemo(
    () => joinFeatures(data.map((plan) => planFeatures(plan, getMidnight(dayOfPlan(plan.plan, dayKey), timeZone)))),
    [data, dayKey, timeZone],
  )
  const { map, lacks } = useGroundedPlan(container, features, useStreets(), useMapLook().chosen)
  const open = useOpenRoute(data)
  usePresses(map, open)
  return (
    <div className={classes.map}>
      <div ref={container} className={classes.canvas} />
      {map && <MapNote lacks={lacks} places={computeBounds(features)} />}
      {map && <DayVans map={map} data={data} open={open} />}
    </div>
  )
}

/** Leads to the route in its plan. */
function useOpenRoute(data: readonly PlanData[]): (routeId: string) => void {
  const navigate = useNavigate()
  return (routeId) => {
    const plan = data.find(({ orders }) => orders.has(routeId))?.plan
    if (!plan) return
    const mode = plan.status === 'in_progress' ? { mode: 'live' } : {}
    void navigate({ to: '/plan/$planId', params: { planId: plan.id }, search: { ...mode, route: routeId } })
  }
}

function usePresses(map: PlannerMap | undefined, open: (routeId: string) => void): void {
  const latest = useRef(open)
  latest.current = open
  useEffect(() => {
    if (!map) return
    const press = ({ originalEvent }: { originalEvent: MouseEvent }) => {
      const routeId = routeOrItsStopAt(map, originalEvent)
      if (routeId) latest.current(routeId)
    }
    map.on('click', press)
    return () => void map.off('click', press)
  }, [map])
}

interface DayVansProps {
  map: PlannerMap
  data: readonly PlanData[]
  open(routeId: string): void
}

function DayVans({ map, data, open }: DayVansProps) {
  const { t } = useTranslation(['editor', 'live'])
  const formats = useFormats()
  const now = useOrganizationNow(REFRESH_MS)
  const vans = useMemo(
    () => data.flatMap(({ routes }) => listVansNow(routes, { now, formats, t })),
    [data, now, formats, t],
  )
  useVanMarkers(map, vans, 'gliding', { open })
  return null
}
