// The drawer at the right: what is selected, or the panel that was asked for.
import { Skeleton } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { lazy, type RefObject, Suspense, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { RouteDetails } from '../details/route-details.tsx'
import { SelectedStops } from '../details/selected-stops.tsx'
import { StopDetails } from '../details/stop-details.tsx'
import { StopForm } from '../details/stop-form.tsx'
import { StopMessages } from '../live/stop-messages.tsx'
import { usePlanData } from '../plan/plan-store.ts'
import { type DrawerTab, useSelection } from '../plan/selection.ts'
import { IconButton } from '../shell/icon-button.tsx'
import panel from '../shell/panel.module.css'
import { Sections, useLoadedSections } from '../shell/sections.tsx'
import classes from './drawer.module.css'

const OptimizePanel = lazy(async () => ({ default: (await import('../optimize/optimize-panel.tsx')).OptimizePanel }))
const DispatchPanel = lazy(async () => ({ default: (await import('../optimize/dispatch-panel.tsx')).DispatchPanel }))
const ComparePanel = lazy(async () => ({ default: (await import('../optimize/compare-panel.tsx')).ComparePanel }))

export function Drawer() {
  const { t } = useTranslation('editor')
  const { tab, closeDrawer } = useSelection()
  const drawer = useRef<HTMLElement>(null)
  useTakenKeyboard(drawer, tab)
  return (
    <aside
      ref={drawer}
      tabIndex={-1}
      className={classes.drawer}
      aria-label={t('drawer')}
      data-wide={tab !== 'details' || undefined}
    >
      <IconButton icon={IconX} iconSize={18} label={t('shell:close')} className={classes.close} onClick={closeDrawer} />
      <Suspense fallback={<Skeleton m="md" height={240} />}>
        {tab === 'optimize' && <OptimizePanel />}
        {tab === 'dispatch' && <DispatchPanel />}
        {tab === 'compare' && <ComparePanel />}
        {tab === 'details' && <Details />}
        {tab === 'new-stop' && <NewStop />}
        {tab === 'talk' && <Talk />}
      </Suspense>
    </aside>
  )
}

/**
 * What was asked for takes the keyboard, and gives it back when it is left. Details do not: they follow a list that is walked by arrows.
 */
function useTakenKeyboard(drawer: RefObject<HTMLElement | null>, tab: DrawerTab): void {
  useEffect(() => {
    if (tab === 'details') return undefined
    const before = document.activeElement
    if (!drawer.current?.contains(before)) drawer.current?.focus({ preventScroll: true })
    return () => {
      const isLost = document.activeElement === document.body || drawer.current?.contains(document.activeElement)
      if (isLost && before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [drawer, tab])
}

/** With the driver of the open route; another selection shows its details again. */
function Talk() {
  useLoadedSections(['route.talk'])
  const { routes } = usePlanData()
  const { routeId } = useSelection()
  const route = routes.find(({ id }) => id === routeId)
  return route ? <Sections key={route.id} at="route.talk" route={route} /> : <Details />
}

function NewStop() {
  const { t } = useTranslation('editor')
  return (
    <>
      <header className={`${panel.part} ${panel.head}`}>
        <h2 className={panel.title}>{t('new_stop')}</h2>
      </header>
      <StopForm onClose={useSelection.getState().closeDrawer} />
    </>
  )
}

function Details() {
  const { t } = useTranslation('editor')
  const data = usePlanData()
  const { stopIds, routeId } = useSelection()
  const route = data.routes.find(({ id }) => id === routeId)
  if (route) return <RouteDetails key={route.id} route={route} />
  const stops = [...stopIds].flatMap((id) => data.stops.get(id) ?? [])
  const [only] = stops.length === 1 ? stops : []
  if (only) {
    return (
      <StopDetails key={only.id} stop={only}>
        <Sections at="stop.messages" stop={only} />
        <StopMessages stop={only} />
      </StopDetails>
    )
  }
  if (stops.length > 1) return <SelectedStops stops={stops} />
  return <p className={classes.nothing}>{t('nothing_selected')}</p>
}
