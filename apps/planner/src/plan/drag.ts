// Dragging stops between list, map and timeline: one pointer, many surfaces. A surface says what a drop at a point would
// mean; the effect is asked for while the pointer rests there, and shown before anything is dropped.
import type { EditAnswer, PlannedMove } from '@routewright/contract'
import { create } from 'zustand'
import { moving } from './order-edits.ts'

/** The edit that a drop would make. */
export interface DropTarget {
  /** Null takes the stops off their routes. */
  routeId: string | null
  /** After this stop; null: first on the route; undefined: where each stop fits best. */
  afterStopId?: string | null
  /** The stop beside which the list shows the insertion line. */
  lineAt?: { stopId: string; side: 'before' | 'after' }
}

/** Meaning of a drop at a point of the window; `hit` is the element at that point. Undefined: it cannot be dropped there. */
export type Surface = (x: number, y: number, hit: Element) => DropTarget | undefined

interface DragState {
  stopIds: readonly string[]
  isActive: boolean
  x: number
  y: number
  target: DropTarget | undefined
  /** Preview for `target`; undefined while it is being asked for. */
  preview: EditAnswer | undefined
  previewFailed: boolean
}

const atRest: DragState = {
  stopIds: [],
  isActive: false,
  x: 0,
  y: 0,
  target: undefined,
  preview: undefined,
  previewFailed: false,
}

export const useDrag = create<DragState>(() => atRest)

/** Farther than this a press becomes a drag, pixels. */
const THRESHOLD = 5
/** Near an edge of a scrolling surface it scrolls, pixels; less in a low one. */
const EDGE = 44
const PREVIEW_PAUSE_MS = 20

const surfaces = new Map<HTMLElement, Surface>()

/** Lets stops be dropped on an element; returns how to end that. */
export function addSurface(element: HTMLElement, surface: Surface): () => void {
  surfaces.set(element, surface)
  return () => surfaces.delete(element)
}

export function movesFor(stopIds: readonly string[], target: DropTarget): PlannedMove[] {
  const move: PlannedMove = { stop_ids: [...stopIds], route_id: target.routeId }
  if (target.routeId !== null && target.afterStopId !== undefined) move.after_stop_id = target.afterStopId
  return [move]
}

interface DragOptions {
  /** It can be clicked only. */
  isFixed?: boolean
  stopIds(): readonly string[]
  onDrop(stopIds: readonly string[], target: DropTarget): void
  /** The press was no drag. */
  onClick?(): void
}

/** Begins with a pressed pointer; the rest of the gesture is followed on the window. */
export function beginDrag(start: { clientX: number; clientY: number; pointerId?: number }, options: DragOptions): void {
  let isActive = false
  let scroller = 0
  const move = (event: PointerEvent) => {
    const { clientX: x, clientY: y } = event
    if (!isActive) {
      if (options.isFixed || Math.hypot(x - start.clientX, y - start.clientY) < THRESHOLD) return
      isActive = true
      document.body.classList.add('dragging-stops')
      useDrag.setState({ ...atRest, stopIds: options.stopIds(), isActive: true, x, y })
      scroller = window.setInterval(scrollAtEdges, 16)
    }
    event.preventDefault()
    useDrag.setState({ x, y })
    setTarget(targetAt(x, y, new Set(useDrag.getState().stopIds)))
  }
  const up = () => {
    const { stopIds, target } = useDrag.getState()
    finish()
    if (!isActive) options.onClick?.()
    else if (target) options.onDrop(stopIds, target)
  }
  const key = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    finish()
  }
  const finish = () => {
    window.removeEventListener('pointermove', move)
    window.removeEventListener('pointerup', up)
    window.removeEventListener('pointercancel', finish)
    window.removeEventListener('keydown', key, true)
    window.clearInterval(scroller)
    document.body.classList.remove('dragging-stops')
    setTarget(undefined)
    useDrag.setState(atRest)
  }
  window.addEventListener('pointermove', move)
  window.addEventListener('pointerup', up)
  window.addEventListener('pointercancel', finish)
  window.addEventListener('keydown', key, true)
}

function targetAt(x: number, y: number, dragged: ReadonlySet<string>): DropTarget | undefined {
  const hit = document.elementFromPoint(x, y)
  for (let node = hit; hit && node; node = node.parentElement) {
    const surface = node instanceof HTMLElement ? surfaces.get(node) : undefined
    if (!surface) continue
    const target = surface(x, y, hit)
    // After itself is where the stop stands already: the drop would change nothing.
    return target?.afterStopId && dragged.has(target.afterStopId) && dragged.size === 1 ? undefined : target
  }
  return undefined
}

function scrollAtEdges(): void {
  const { x, y } = useDrag.getState()
  const element = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-drag-scroll]')
  if (!element) return
  const { top, bottom, height } = element.getBoundingClientRect()
  const edge = Math.min(EDGE, height / 9)
  if (y < top + edge) element.scrollTop -= Math.ceil((top + edge - y) / 3)
  else if (y > bottom - edge) element.scrollTop += Math.ceil((y - bottom + edge) / 3)
}

let asked: { key: string; controller: AbortController; timer: number } | undefined

/** Asks for the effect of a target once the pointer stays on it. */
function setTarget(target: DropTarget | undefined): void {
  const key = target ? `${target.routeId} ${target.afterStopId}` : ''
  if (key === (asked?.key ?? '')) return
  if (asked) {
    clearTimeout(asked.timer)
    asked.controller.abort()
  }
  useDrag.setState({ target, preview: undefined, previewFailed: false })
  if (!target) {
    asked = undefined
    return
  }
  const controller = new AbortController()
  const timer = window.setTimeout(async () => {
    try {
      const preview = await moving(movesFor(useDrag.getState().stopIds, target))(true, controller.signal)
      if (!controller.signal.aborted) useDrag.setState({ preview })
    } catch {
      if (!controller.signal.aborted) useDrag.setState({ previewFailed: true })
    }
  }, PREVIEW_PAUSE_MS)
  asked = { key, controller, timer }
}
