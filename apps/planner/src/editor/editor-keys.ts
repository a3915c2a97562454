// The editor's keys. They rest while somebody types or a dialog is open.
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { addRoutes, fitMap, focusFilter } from '../plan/commands.ts'
import { useEditorView } from '../plan/editor-view.ts'
import { isOpen } from '../plan/plan-data.ts'
import { currentPlan } from '../plan/plan-store.ts'
import { optimizeNow } from '../plan/run-state.ts'
import { type EditorMode, useSelection } from '../plan/selection.ts'
import { useStopActions } from '../plan/stop-actions.ts'
import { runHistory } from '../plan/use-edit.ts'
import { showKeys } from '../shell/commands.ts'
import { useFormats, useMayPlan } from '../shell/session.ts'

interface EditorKeys {
  mode: EditorMode
  setMode(mode: EditorMode): void
}

export function useEditorKeys(mode: EditorKeys): void {
  const findRun = useKeyActions(mode)
  const latest = useRef(findRun)
  latest.current = findRun
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isForSomethingElse(event)) return
      const run = latest.current(event)
      if (!run) return
      event.preventDefault()
      run()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

function isForSomethingElse({ target }: KeyboardEvent): boolean {
  const typedInto = 'input:not([type=radio]):not([type=checkbox]), textarea, select, [contenteditable]'
  if ((target as HTMLElement | null)?.closest(typedInto)) return true
  return document.querySelector('[role=dialog], [role=menu]') !== null
}

/** Returns the action of a key; undefined for a key without one. */
type RunOf = (event: KeyboardEvent) => (() => unknown) | undefined

function useKeyActions(mode: EditorKeys): RunOf {
  const mayPlan = useMayPlan()
  const runCommandKey = useCommandKeys()
  const runStopKey = useStopKeys()
  const runPlainKey = usePlainKeys(mode)
  return (event) => {
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
    if (event.ctrlKey || event.metaKey) return runCommandKey(key, event.shiftKey)
    if (event.altKey) return undefined
    return (mayPlan ? runStopKey(key) : undefined) ?? runPlainKey(key)
  }
}

/** With Ctrl, or with Cmd on a Mac. */
function useCommandKeys(): (key: string, isShift: boolean) => (() => unknown) | undefined {
  const { t } = useTranslation('editor')
  const formats = useFormats()
  const mayPlan = useMayPlan()
  return (key, isShift) => {
    if (key === 'a') return selectAllInContext
    if (!mayPlan || (key !== 'z' && key !== 'y')) return undefined
    return () => runHistory(key === 'y' || isShift ? 'redo' : 'undo', t, formats)
  }
}

/** Keys that change the stops and routes which are selected. */
function useStopKeys(): (key: string) => (() => unknown) | undefined {
  const actions = useStopActions()
  return (key) => {
    if (key === 'k') return () => toggleLock(actions)
    const chosen = listChosen()
    if (chosen.length === 0) return undefined
    if (key === 'u') return () => actions.unassign(chosen)
    if (key === 'Delete') return () => actions.remove(chosen)
    const route = /^[1-9]$/.test(key) ? currentPlan().routes[Number(key) - 1] : undefined
    return route && (() => actions.moveToRoute(chosen, route.id))
  }
}

/** Keys that open, show or choose something. */
function usePlainKeys({ mode, setMode }: EditorKeys): (key: string) => (() => unknown) | undefined {
  const navigate = useNavigate()
  const mayPlan = useMayPlan()
  const { view, setView } = useEditorView()
  const { show, showOnly, setTool, clear } = useSelection.getState()
  const isLasso = () => useSelection.getState().tool === 'lasso'
  const leave = () => (isLasso() ? setTool('pan') : clear())
  const always: Record<string, () => unknown> = {
    Escape: leave,
    '/': focusFilter.give,
    '?': showKeys.give,
    e: () => setMode(mode === 'edit' ? 'live' : 'edit'),
    f: fitMap.give,
    t: () => setView(view === 'table' ? 'map' : 'table'),
    l: () => setTool(isLasso() ? 'pan' : 'lasso'),
  }
  const forPlanners: Record<string, () => unknown> = {
    n: () => navigate({ to: '/plans' }),
    s: () => show('new-stop'),
    r: addRoutes.give,
    o: optimizeNow,
    d: () => show('dispatch'),
  }
  return (key) => {
    const route = /^[1-9]$/.test(key) ? currentPlan().routes[Number(key) - 1] : undefined
    if (route) return () => showOnly(route.id)
    return always[key] ?? (mayPlan ? forPlanners[key] : undefined)
  }
}

/** Lists the selected stops that may still be moved. */
function listChosen(): string[] {
  const { stops } = currentPlan()
  return [...useSelection.getState().stopIds].filter((id) => {
    const stop = stops.get(id)
    return stop !== undefined && isOpen(stop)
  })
}

/** The route of what is selected, else the inbox. */
function selectAllInContext(): void {
  const { anchorId, routeId, select } = useSelection.getState()
  const { stops, orders, unassigned } = currentPlan()
  const context = routeId ?? stops.get(anchorId ?? '')?.route_id
  select((context && orders.get(context)) || unassigned, anchorId)
}

/** The open route is locked or unlocked; without one, the selected stops are held on theirs. */
function toggleLock({ lock, pin }: ReturnType<typeof useStopActions>): void {
  const { routeId } = useSelection.getState()
  const { routes, stops } = currentPlan()
  const route = routes.find(({ id }) => id === routeId)
  const assigned = listChosen().filter((id) => stops.get(id)?.route_id)
  if (route) void lock([route.id], !route.is_locked)
  else if (assigned.length > 0) void pin(assigned, 'route')
}
