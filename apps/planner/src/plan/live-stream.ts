// The live stream of a plan: changes flow into the plan on screen, positions onto the map, and others are seen.

import { openStream } from '@routewright/client/exchange'
import * as operations from '@routewright/client/operations'
import { streamPlan } from '@routewright/client/operations'
import {
  type DriverNote,
  type LiveEvents,
  type LivePresenceChange,
  type ReportConflict,
  SHOWN_SELECTION,
  type Viewer,
} from '@routewright/contract'
import { useEffect, useMemo } from 'react'
import { create } from 'zustand'
import { handOn, type PlannerAnnex, useAnnexes } from '../shell/annex.ts'
import { call } from '../shell/service.ts'
import { keepStream, type StreamHandlers } from './event-stream.ts'
import { noteOptimizedDay } from './optimized-day.ts'
import { usePlanStore } from './plan-store.ts'
import { useRunState } from './run-state.ts'
import { useSelection } from './selection.ts'

interface LiveState {
  viewerId: string | undefined
  /** Viewers with a name, in the order in which they came. */
  viewers: readonly Viewer[]
  /** All of them. */
  viewerCount: number
  /** Notes of drivers apart from reports, latest first. */
  notes: readonly DriverNote[]
  /** Reports of drivers that do not count, also those that were decided. */
  conflicts: readonly ReportConflict[]
  isConnected: boolean
}

const nothing: LiveState = {
  viewerId: undefined,
  viewers: [],
  viewerCount: 0,
  notes: [],
  conflicts: [],
  isConnected: false,
}
export const useLive = create<LiveState>(() => nothing)

/** A stream that takes longer to open must not hold the plan up; it is read once more then. */
const STREAM_PATIENCE_MS = 1_500

/** Follows the plan and has it read: first the stream, then the plan, so that nothing falls between. */
export function useLiveStream(planId: string): void {
  const annexes = useAnnexes()
  useEffect(() => follow(planId, annexes), [planId, annexes])
  usePresenceReport(planId)
}

/** Everybody else who has the plan open: those who are named, and how many there are. */
export function usePresence(): { others: readonly Viewer[]; count: number } {
  const { viewers, viewerCount, viewerId } = useLive()
  return useMemo(
    () => ({ others: viewers.filter(({ viewer_id }) => viewer_id !== viewerId), count: Math.max(0, viewerCount - 1) }),
    [viewers, viewerCount, viewerId],
  )
}

function changedViewers(known: readonly Viewer[], { viewers, gone, count }: LivePresenceChange): Partial<LiveState> {
  const byId = new Map(known.map((viewer) => [viewer.viewer_id, viewer]))
  for (const viewer of viewers) byId.set(viewer.viewer_id, viewer)
  for (const id of gone) byId.delete(id)
  return { viewers: [...byId.values()], viewerCount: count }
}

function follow(planId: string, annexes: readonly PlannerAnnex[]): () => void {
  const plan = usePlanStore.getState
  const first = readOnce(planId)
  const handlers: StreamHandlers<LiveEvents> = {
    hello({ viewer_id, resumed }) {
      stream.settle()
      useLive.setState({ viewerId: viewer_id, isConnected: true })
      if (stream.isResuming() && resumed) return
      if (!first.isDone()) first.read()
      // The stream does not repeat missed events: read the whole plan.
      else void plan().reload()
      void readNotes(planId)
      void readConflicts(planId)
    },
    change: (change) => plan().apply({ ...change, plan: change.plan }),
    reload({ reason }) {
      if (reason !== 'deleted') void plan().reload()
    },
    positions: ({ positions, estimates }) => plan().apply({ positions, estimates }),
    note(note) {
      useLive.setState(({ notes }) => ({ notes: [note, ...notes.filter(({ id }) => id !== note.id)] }))
    },
    report_conflict: showConflict,
    route_message: handOn(annexes, 'route_message'),
    optimization: (event) => (event.after_bookings ? noteOptimizedDay(event) : useRunState.getState().onEvent(event)),
    presence: ({ viewers, count }) => useLive.setState({ viewers, viewerCount: count }),
    presence_change: (change) => useLive.setState(({ viewers }) => changedViewers(viewers, change)),
    end({ reason }) {
      if (reason === 'shutting_down' || reason === 'session_ended') stream.lose()
      else stream.close()
    },
  }
  const open = (after?: string) => openStream(streamPlan, { plan_id: planId, ...(after ? { after } : {}) })
  const stream = keepStream<LiveEvents>(open, handlers, () => {
    useLive.setState({ isConnected: false })
    if (!first.isDone()) first.read()
  })
  return () => {
    first.cancel()
    stream.close()
    useLive.setState(nothing)
  }
}

/** Has the plan read when the stream is open, or when that takes too long. */
function readOnce(planId: string) {
  let isDone = false
  const read = () => {
    clearTimeout(patience)
    isDone = true
    void usePlanStore.getState().load(planId)
  }
  const patience = window.setTimeout(read, STREAM_PATIENCE_MS)
  return { read, isDone: () => isDone, cancel: () => clearTimeout(patience) }
}

async function readNotes(planId: string): Promise<void> {
  try {
    const notes = await call(operations.listDriverNotes, { plan_id: planId }, { withoutSignIn: true })
    useLive.setState({ notes })
  } catch {
    // Later events still arrive.
  }
}

async function readConflicts(planId: string): Promise<void> {
  try {
    const conflicts = await call(operations.listReportConflicts, { plan_id: planId }, { withoutSignIn: true })
    useLive.setState({ conflicts })
  } catch {
    // Later events still arrive.
  }
}

/** Shows the report as it is now. */
export function showConflict(conflict: ReportConflict): void {
  useLive.setState(({ conflicts }) => ({ conflicts: [conflict, ...conflicts.filter(({ id }) => id !== conflict.id)] }))
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
        stop_ids: [...stopIds].slice(0, SHOWN_SELECTION),
        route_ids: routeId ? [routeId] : [],
      }
      // Courtesy only: when it fails nobody misses anything.
      call(operations.updatePresence, { plan_id: planId, body }, { once: true, withoutSignIn: true }).catch(
        () => undefined,
      )
    }, 400)
    return () => clearTimeout(timer)
  }, [planId, viewerId, stopIds, routeId])
}
