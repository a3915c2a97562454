// The live stream of a plan: changes flow into the plan on screen, positions onto the map, and others are seen.
import type { DriverNote, LiveEventName, LiveEvents, Viewer } from '@routewright/contract'
import { useEffect, useMemo } from 'react'
import { create } from 'zustand'
import { call } from '../shell/service.ts'
import { usePlanStore } from './plan-store.ts'
import { useRunState } from './run-state.ts'
import { useSelection } from './selection.ts'

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
/** A stream that takes longer to open must not hold the plan up; it is read once more then. */
const STREAM_PATIENCE_MS = 1_500

/** Follows the plan and has it read: first the stream, then the plan, so that nothing falls between. */
export function useLiveStream(planId: string): void {
  useEffect(() => follow(planId), [planId])
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
  let isResuming = false
  let isRead = false
  const plan = usePlanStore.getState

  const handlers: Handlers = {
    hello({ viewer_id, resumed }) {
      pauseMs = FIRST_PAUSE_MS
      useLive.setState({ viewerId: viewer_id, isConnected: true })
      if (isResuming && resumed) return
      if (!isRead) read()
      // What was missed cannot be told: read it all.
      else void plan().reload()
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
      const moved = positions.flatMap(({ route_id, position, estimated_end_time }) => {
        const route = routes.get(route_id)
        const end = estimated_end_time === undefined ? {} : { estimated_end_time }
        return route ? [{ ...route, last_position: position, ...end }] : []
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
      if (reason === 'shutting_down' || reason === 'session_ended') void again()
    },
  }

  const read = () => {
    clearTimeout(patience)
    isRead = true
    void plan().load(planId)
  }
  const patience = window.setTimeout(read, STREAM_PATIENCE_MS)

  const again = async () => {
    useLive.setState({ isConnected: false })
    source?.close()
    if (isEnded) return
    if (!isRead) read()
    // A stream that ends once is nothing. The second time a plain call finds out why, and asks for the password or counts
    // down to the next try, as any call does.
    if (pauseMs > FIRST_PAUSE_MS) await call('GET /app/v1/session').catch(() => undefined)
    if (isEnded) return
    timer = window.setTimeout(connect, pauseMs)
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
  }
  const connect = () => {
    isResuming = lastId !== ''
    const resume = isResuming ? `?after=${lastId}` : ''
    source = new EventSource(`/app/v1/plan/${planId}/live${resume}`)
    source.onerror = () => void again()
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
    clearTimeout(patience)
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
