// The live stream of a plan: changes flow into the plan on screen, positions onto the map, and others are seen.
import type { DriverNote, LiveEventName, LiveEvents, Viewer } from '@routewright/contract'
import { useEffect, useMemo } from 'react'
import { create } from 'zustand'
import { usePlanStore } from '../editor/plan-store.ts'
import { useSelection } from '../editor/selection.ts'
import { useRunState } from '../optimize/run-state.ts'
import { call } from '../shell/service.ts'

interface LiveState {
  viewerId: string | undefined
  viewers: readonly Viewer[]
  /** What drivers told beside reports, latest first. */
  notes: readonly DriverNote[]
  isConnected: boolean
}

const nothing: LiveState = { viewerId: undefined, viewers: [], notes: [], isConnected: false }
export const useLive = create<LiveState>(() => nothing)

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000

export function useLiveStream(planId: string | undefined): void {
  useEffect(() => (planId ? follow(planId) : undefined), [planId])
  usePresenceReport(planId)
}

/** Everybody else who has the plan open. */
export function usePresence(): { others: readonly Viewer[] } {
  const { viewers, viewerId } = useLive()
  return useMemo(() => ({ others: viewers.filter(({ viewer_id }) => viewer_id !== viewerId) }), [viewers, viewerId])
}

type Handlers = { [Name in LiveEventName]?: (event: LiveEvents[Name]) => void }

function follow(planId: string): () => void {
  let source: EventSource | undefined
  let timer = 0
  let pauseMs = FIRST_PAUSE_MS
  let lastId = ''
  let isEnded = false
  const plan = usePlanStore.getState

  const handlers: Handlers = {
    hello({ viewer_id, resumed }) {
      pauseMs = FIRST_PAUSE_MS
      useLive.setState({ viewerId: viewer_id, isConnected: true })
      if (resumed) return
      // What was missed cannot be told: read it all.
      if (lastId !== '') void plan().reload()
      void readNotes(planId)
    },
    change(change) {
      plan().apply({ ...change, plan: change.plan })
    },
    reload({ reason }) {
      if (reason !== 'deleted') void plan().reload()
    },
    positions({ positions }) {
      const routes = new Map(plan().data?.routes.map((route) => [route.id, route]))
      const moved = positions.flatMap(({ route_id, position }) => {
        const route = routes.get(route_id)
        return route ? [{ ...route, last_position: position }] : []
      })
      plan().apply({ routes: moved })
    },
    note(note) {
      useLive.setState(({ notes }) => ({ notes: [note, ...notes.filter(({ id }) => id !== note.id)] }))
    },
    optimization(event) {
      useRunState.getState().onEvent(event)
    },
    presence({ viewers }) {
      useLive.setState({ viewers })
    },
    end({ reason }) {
      source?.close()
      if (reason === 'shutting_down' || reason === 'session_ended') again()
    },
  }

  const again = () => {
    useLive.setState({ isConnected: false })
    source?.close()
    if (isEnded) return
    timer = window.setTimeout(connect, pauseMs)
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
  }
  const connect = () => {
    const resume = lastId === '' ? '' : `?after=${lastId}`
    source = new EventSource(`/app/v1/plan/${planId}/live${resume}`)
    source.onerror = again
    for (const name of Object.keys(handlers) as LiveEventName[]) {
      source.addEventListener(name, (event: MessageEvent<string>) => {
        if (event.lastEventId) lastId = event.lastEventId
        handlers[name]?.(JSON.parse(event.data) as never)
      })
    }
  }
  connect()
  return () => {
    isEnded = true
    clearTimeout(timer)
    source?.close()
    useLive.setState(nothing)
  }
}

async function readNotes(planId: string): Promise<void> {
  try {
    const notes = await call('GET /app/v1/plan/{plan_id}/driver_notes', { plan_id: planId }, { withoutSignIn: true })
    useLive.setState({ notes })
  } catch {
    // Those that come from now on are told all the same.
  }
}

/** Tells the others what is selected here, a moment after it changed. */
function usePresenceReport(planId: string | undefined): void {
  const viewerId = useLive((state) => state.viewerId)
  const stopIds = useSelection((state) => state.stopIds)
  const routeId = useSelection((state) => state.routeId)
  useEffect(() => {
    if (!planId || !viewerId) return
    const timer = setTimeout(() => {
      const body = {
        viewer_id: viewerId,
        stop_ids: [...stopIds].slice(0, 200),
        route_ids: routeId ? [routeId] : [],
      }
      // Courtesy only: when it fails nobody misses anything.
      call('PUT /app/v1/plan/{plan_id}/presence', { plan_id: planId, body }, { once: true, withoutSignIn: true }).catch(
        () => undefined,
      )
    }, 400)
    return () => clearTimeout(timer)
  }, [planId, viewerId, stopIds, routeId])
}
