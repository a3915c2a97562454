// Optimizing: what will happen, how, how it is going, and before and after to choose from.

import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { OptimizationRun } from '@routewright/contract'
import { IconPlayerStop } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { applyOptimization } from '../plan/order-edits.ts'
import { usePlanData, usePlanStore } from '../plan/plan-store.ts'
import { useRunState } from '../plan/run-state.ts'
import { useSelection } from '../plan/selection.ts'
import { useEdit } from '../plan/use-edit.ts'
import { Facts } from '../shell/facts.tsx'
import classes from '../shell/panel.module.css'
import { Sections, useLoadedSections } from '../shell/sections.tsx'
import { call } from '../shell/service.ts'
import { useFormats } from '../shell/session.ts'
import { Comparison } from './comparison.tsx'
import { CostCurve } from './cost-curve.tsx'
import { RunOptions } from './run-options.tsx'
import { SideChoice } from './side-choice.tsx'

const POLL_MS = 700

export function OptimizePanel() {
  const { t } = useTranslation('optimize')
  useLoadedSections(['optimize.figures', 'optimize.end'])
  const run = useRun()
  return (
    <>
      <header className={`${classes.part} ${classes.head}`}>
        <h2 className={classes.title}>{t('title')}</h2>
      </header>
      {run?.state === 'running' && <Running run={run} />}
      {run?.state === 'ready' && <Ready run={run} />}
      {!isAlive(run) && <RunOptions last={run} />}
      {!isAlive(run) && <Sections at="optimize.end" />}
    </>
  )
}

const isAlive = (run: OptimizationRun | undefined) => run?.state === 'running' || run?.state === 'ready'

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

function Running({ run }: { run: OptimizationRun }) {
  const { t } = useTranslation('optimize')
  const formats = useFormats()
  const [isEnding, setEnding] = useState(false)
  const { set, refresh } = useRunState.getState()
  const input = { plan_id: run.plan_id, run_id: run.id }
  const used = run.tracks?.filter(({ stop_ids }) => stop_ids.length > 0)
  const end = async (isKept: boolean) => {
    setEnding(true)
    try {
      if (isKept) set(await call(operations.stopOptimization, input))
      else set(await call(operations.discardOptimization, input))
    } catch {
      await refresh(run.id)
    } finally {
      setEnding(false)
    }
  }
  return (
    <section className={classes.part}>
      <Stack gap="sm">
        <Text size="sm" role="status">
          {t('running')}
        </Text>
        <Progress value={run.progress * 100} size="lg" animated aria-label={t('progress')} />
        <CostCurve curve={run.curve} />
        <Facts
          facts={[
            [t('unassigned'), run.unassigned_stops === undefined ? undefined : formats.number(run.unassigned_stops)],
            [t('routes_so_far'), used && formats.number(used.length)],
          ]}
        />
        <Group justify="flex-end">
          <Button variant="default" loading={isEnding} onClick={() => void end(false)}>
            {t('shell:cancel')}
          </Button>
          <Button leftSection={<IconPlayerStop size={16} />} loading={isEnding} onClick={() => void end(true)}>
            {t('stop_now')}
          </Button>
        </Group>
      </Stack>
    </section>
  )
}

function Ready({ run }: { run: OptimizationRun }) {
  const { t } = useTranslation('optimize')
  const edit = useEdit()
  const { set } = useRunState.getState()
  const [isSending, setSending] = useState(false)
  const apply = async () => {
    setSending(true)
    const isDone = await edit(t('did_optimize'), (label) => applyOptimization(label, run.id))
    setSending(false)
    if (!isDone) return
    set(undefined)
    const { next, lead } = useRunState.getState()
    lead(undefined)
    if (next === 'send') useSelection.getState().show('dispatch')
    else useSelection.getState().closeDrawer()
  }
  const discard = async () => {
    setSending(true)
    await call(operations.discardOptimization, { plan_id: run.plan_id, run_id: run.id }).catch(() => undefined)
    set(undefined)
    await usePlanStore.getState().refreshEditor()
    setSending(false)
  }
  return (
    <>
      <section className={classes.part}>
        <SideChoice />
      </section>
      {run.comparison && <Comparison comparison={run.comparison} runId={run.id} />}
      <section className={classes.part} style={{ position: 'sticky', bottom: 0, background: 'var(--rw-surface)' }}>
        <Group grow>
          <Button variant="default" disabled={isSending} onClick={() => void discard()}>
            {t('discard')}
          </Button>
          <Button loading={isSending} onClick={() => void apply()}>
            {t('apply')}
          </Button>
        </Group>
      </section>
    </>
  )
}
