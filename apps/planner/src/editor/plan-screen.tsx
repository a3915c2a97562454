// One plan: read, then shown in the editor; kept up by the live stream while it is open.
import { Skeleton } from '@mantine/core'
import { ServiceError } from '@routewright/client/service'
import { IconMapOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { askReach } from '../plan/asked-reach.ts'
import { useHistory } from '../plan/history.ts'
import { useLiveStream } from '../plan/live-stream.ts'
import { usePlanStore } from '../plan/plan-store.ts'
import { reviveStep } from '../plan/revive-step.ts'
import { optimizeNow, useRunState } from '../plan/run-state.ts'
import { useSelection } from '../plan/selection.ts'
import { showMoment } from '../plan/shown-moment.ts'
import { useAnnexes } from '../shell/annex.ts'
import { useDocumentTitle } from '../shell/page.tsx'
import { loadSections } from '../shell/sections.tsx'
import { useProjectChoice } from '../shell/session.ts'
import { Empty, LoadFailure, Loading } from '../shell/states.tsx'
import { useTheme } from '../shell/use-theme.ts'
import classes from './plan-editor.module.css'
import { PlanEditor, sectionsOfEditor } from './plan-editor.tsx'

export function PlanScreen() {
  const { t } = useTranslation('editor')
  const { planId } = useParams({ strict: false }) as { planId: string }
  const { data, error, reload } = usePlanStore()
  const client = useQueryClient()
  const isShown = data !== undefined && data.plan.id === planId
  useDocumentTitle(isShown ? data.plan.label || t('plan') : t('plan'))

  useEffect(() => {
    useSelection.getState().reset()
    showMoment(undefined)
    askReach(undefined)
    useHistory.getState().open(planId, reviveStep)
    useRunState.getState().set(undefined)
    useRunState.getState().lead(undefined)
    // The list shows what was done here.
    return () => void client.invalidateQueries({ queryKey: ['plans'] })
  }, [planId, client])

  const projectId = isShown ? data.plan.project_id : undefined
  useEffect(() => {
    if (projectId) useProjectChoice.getState().choose(projectId)
  }, [projectId])
  useLiveStream(planId)
  const annexes = useAnnexes()
  useEffect(() => loadSections(annexes, sectionsOfEditor), [annexes])
  const theme = useTheme()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each plan has a map of its own, which changes its theme itself
  useEffect(() => {
    void import('../shell/map-ground.ts').then(({ warmMap }) => warmMap(theme))
  }, [planId])
  useWanted(isShown)

  if (error && !isShown) {
    return isGone(error) ? <NoPlan /> : <LoadFailure error={error} retry={() => void reload()} />
  }
  if (!isShown)
    return (
      <Loading>
        <EditorSkeleton />
      </Loading>
    )
  return (
    <Suspense fallback={<EditorSkeleton />}>
      <PlanEditor key={planId} />
    </Suspense>
  )
}

/** Trying again would not bring it back. */
function isGone(error: unknown): boolean {
  return error instanceof ServiceError && error.status === 404
}

function NoPlan() {
  const { t } = useTranslation(['editor', 'shell'])
  return (
    <Empty
      title={t('no_plan')}
      text={t('no_plan_text')}
      icon={IconMapOff}
      next={{ label: t('shell:missing.plans'), to: '/plans' }}
    />
  )
}

/** Opens what a link from another page names: a stop, a route, or a panel. */
function useWanted(isShown: boolean): void {
  const { stop, route, show } = useSearch({ strict: false }) as { stop?: string; route?: string; show?: string }
  useEffect(() => {
    const { data } = usePlanStore.getState()
    if (!isShown || !data) return
    const selection = useSelection.getState()
    const isRoute = route !== undefined && data.routes.some(({ id }) => id === route)
    if (stop && data.stops.has(stop)) selection.select([stop])
    else if (isRoute && show === 'talk') selection.openTalk(route)
    else if (isRoute) selection.openRoute(route)
    else if (show === 'run') optimizeNow('start_and_send')
    else if (show === 'optimize') optimizeNow()
    else if (show === 'dispatch' || show === 'new-stop') selection.show(show)
  }, [isShown, stop, route, show])
}

/** Still: what moves takes time from what is loaded. */
function EditorSkeleton() {
  const { t } = useTranslation('shell')
  return (
    <div className={classes.waiting} role="status">
      <span className="visually-hidden">{t('loading')}</span>
      <Skeleton height={44} animate={false} />
      <div className={classes.waitingParts} aria-hidden="true">
        <Skeleton width={340} height="100%" animate={false} />
        <Skeleton height="100%" animate={false} />
      </div>
    </div>
  )
}
