// The time of the organization on screen: the device's, but for the demo, whose days are played faster.
import * as operations from '@routewright/client/operations'
import type { Play } from '@routewright/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from './service.ts'

const REFRESH_MS = 4_000

/** How the demo's time ran when it was last heard of. */
interface Course {
  heardAt: number
  aheadMs: number
  speed: number
}

/** The device's own time, for everybody but the demo. */
const course: Course = { heardAt: 0, aheadMs: 0, speed: 1 }

/** Milliseconds since 1970. */
export function organizationNow(): number {
  const now = Date.now()
  return now + course.aheadMs + (course.speed - 1) * (now - course.heardAt)
}

/** The same for the screen, anew after each interval of this length. */
export function useOrganizationNow(refreshMs: number): number {
  const [now, setNow] = useState(organizationNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(organizationNow()), refreshMs)
    return () => clearInterval(timer)
  }, [refreshMs])
  return now
}

/** Takes the demo's time over as the service tells it. */
export function noteTime({ now, state, speed }: Play): void {
  const heardAt = Date.now()
  Object.assign(course, {
    heardAt,
    aheadMs: Date.parse(now) - heardAt,
    speed: state === 'playing' ? speed : 1,
  } satisfies Course)
}

const playQuery = queryOptions({
  queryKey: ['play'],
  queryFn: async ({ signal }) => {
    const play = await call(operations.getPlay, {}, { signal })
    noteTime(play)
    return play
  },
  refetchInterval: REFRESH_MS,
  staleTime: 0,
})

/** How the demo's day is being driven; undefined for everybody else. */
export function usePlay(isDemo: boolean): Play | undefined {
  return useQuery({ ...playQuery, enabled: isDemo }).data
}
