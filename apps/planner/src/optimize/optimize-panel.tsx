// Optimizing: it starts at once, draws what it has, and ends with up to three plans to choose from.
import type { OptimizationRun } from '@routewright/contract'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { fitMap } from '../plan/commands.ts'
import { usePlanData, usePlanStore } from '../plan/plan-store.ts'
import { isAlive, useRunState } from '../plan/run-state.ts'
import classes from '../shell/panel.module.css'
import { useLoadedSections } from '../shell/sections.tsx'
import { Blockers } from './blockers.tsx'
import { FoundPlans } from './found-plans.tsx'
import { LeftOut } from './left-out.tsx'
import { OptimizeStart } from './optimize-start.tsx'
import { RunningSearch } from './running-search.tsx'

const POLL_MS = 700

export function OptimizePanel() {
  const { t } = useTranslation('optimize')
  useLoadedSections(['optimize.figures', 'optimize.left'])
  const run = useRun()
  // The panel covers a part of the map: the whole plan comes into sight beside it, where the search is drawn.
  useEffect(() => fitMap.give(), [])
  return (
    <>
      <header className={`${classes.part} ${classes.head}`}>
        <h2 className={classes.title}>{t('title')}</h2>
      </header>
      <Blockers />
      {run?.state === 'running' && <RunningSearch run={run} />}
      {run?.state === 'ready' && <FoundPlans key={run.id} run={run} />}
      {!isAlive(run) && (
        <>
          <LeftOut />
          <OptimizeStart last={run} />
        </>
      )}
    </>
  )
}

/** The run of the plan on screen, asked for again and again while it runs. */
function useRun(): OptimizationRun | undefined {
  const { run, set, refresh } = useRunState()
  const { plan } = usePlanData()
  const known = usePlanStore((state) => state.editor?.optimization)
  // The plan may already have a run: somebody else started it, or this user did before the page was opened. It is shown, too.
  useEffect(() => {
    if (!useRunState.getState().run && known && isAlive(known)) set(known)
  }, [known, set])
  // When the panel closes, a run that ended is forgotten. One that still runs or waits to be applied is kept, so that it is
  // there when the panel is opened again.
  useEffect(
    () => () => {
      if (!isAlive(useRunState.getState().run)) set(undefined)
    },
    [set],
  )
  const runningId = run?.state === 'running' ? run.id : undefined
  useEffect(() => {
    if (!runningId) return
    const timer = setInterval(() => void refresh(runningId), POLL_MS)
    return () => clearInterval(timer)
  }, [runningId, refresh])
  return run?.plan_id === plan.id ? run : undefined
}
