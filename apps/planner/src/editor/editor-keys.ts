// The editor's keys. They rest while somebody types or a dialog is open.
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { isOpen } from '../plan/plan-data.ts'
import { currentPlan } from '../plan/plan-store.ts'
import { type EditorMode, useSelection } from '../plan/selection.ts'
import { useStopActions } from '../plan/stop-actions.ts'
import { runHistory } from '../plan/use-edit.ts'
import { useFormats, useMayPlan } from '../shell/session.ts'

interface EditorKeys {
  mode: EditorMode
  setMode(mode: EditorMode): void
  openSheet(): void
}

export function useEditorKeys({ mode, setMode, openSheet }: EditorKeys): void {
  const { t } = useTranslation('editor')
  const formats = useFormats()
  const actions = useStopActions()
  const mayPlan = useMayPlan()
  const navigate = useNavigate()
  const latest = useRef<(event: KeyboardEvent) => void>(() => undefined)

  latest.current = (event) => {
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
    const isCommand = event.ctrlKey || event.metaKey
    const state = useSelection.getState()
    const chosen = [...state.stopIds].filter((id) => {
      const stop = currentPlan().stops.get(id)
      return stop !== undefined && isOpen(stop)
    })
    const act = (isAllowed: boolean, run: () => unknown) => {
      if (!isAllowed) return
      event.preventDefault()
      run()
    }
    if (isCommand && key === 'z') return act(mayPlan, () => runHistory(event.shiftKey ? 'redo' : 'undo', t, formats))
    if (isCommand && key === 'y') return act(mayPlan, () => runHistory('redo', t, formats))
    if (isCommand && key === 'a') return act(true, selectAllInContext)
    if (isCommand || event.altKey) return
    if (/^[1-9]$/.test(key) && chosen.length > 0) {
      const route = currentPlan().routes[Number(key) - 1]
      return act(mayPlan && route !== undefined, () => actions.moveToRoute(chosen, route!.id))
    }
    switch (key) {
      case 'Escape':
        return act(true, () => (state.tool === 'lasso' ? state.setTool('pan') : state.clear()))
      case '/':
        return act(true, () => document.getElementById('stop-filter')?.focus())
      case '?':
        return act(true, openSheet)
      case 'n':
        return act(mayPlan, () => navigate({ to: '/plans' }))
      case 's':
        return act(mayPlan, () => state.show('new-stop'))
      case 'r':
        return act(mayPlan, () => window.dispatchEvent(new CustomEvent('planner:new-route')))
      case 'o':
        return act(mayPlan, () => state.show('optimize'))
      case 'd':
        return act(mayPlan, () => state.show('dispatch'))
      case 'e':
        return act(true, () => setMode(mode === 'edit' ? 'live' : 'edit'))
      case 'f':
        return act(true, () => window.dispatchEvent(new CustomEvent('planner:fit')))
      case 'l':
        return act(true, () => state.setTool(state.tool === 'lasso' ? 'pan' : 'lasso'))
      case 'u':
        return act(mayPlan && chosen.length > 0, () => actions.unassign(chosen))
      case 'k':
        return act(mayPlan, () => toggleLock(actions, chosen))
      case 'Delete':
        return act(mayPlan && chosen.length > 0, () => actions.remove(chosen))
    }
  }

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const element = event.target as HTMLElement | null
      const isTyping = element?.closest(
        'input:not([type=radio]):not([type=checkbox]), textarea, select, [contenteditable]',
      )
      if (isTyping || document.querySelector('[role=dialog], [role=menu]')) return
      latest.current(event)
    }
    const showSheet = () => openSheet()
    window.addEventListener('keydown', onKey)
    window.addEventListener('planner:keys', showSheet)
    return () => {
      window.removeEventListener('keydown', onKey)
      window.removeEventListener('planner:keys', showSheet)
    }
  }, [openSheet])
}

/** The route of what is selected, else the inbox. */
function selectAllInContext(): void {
  const { anchorId, routeId, select } = useSelection.getState()
  const { stops, orders, unassigned } = currentPlan()
  const context = routeId ?? stops.get(anchorId ?? '')?.route_id
  select((context && orders.get(context)) || unassigned, anchorId)
}

/** K: the open route is locked; selected stops are held on theirs. */
function toggleLock(actions: ReturnType<typeof useStopActions>, chosen: string[]): void {
  const { routeId } = useSelection.getState()
  const { routes, stops } = currentPlan()
  const route = routes.find(({ id }) => id === routeId)
  const assigned = chosen.filter((id) => stops.get(id)?.route_id)
  if (route) void actions.lock([route.id], !route.is_locked)
  else if (assigned.length > 0) void actions.pin(assigned, 'route')
}
