// The result of a search: up to three plans side by side, one of them to apply. Full figures and the choices of the search are one step further.
import { Button, Group, Stack } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { OptimizationRun } from '@routewright/contract'
import { IconSparkles } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { applyOptimization } from '../plan/order-edits.ts'
import { usePlanData, usePlanStore } from '../plan/plan-store.ts'
import { chosenComparison, useRunState } from '../plan/run-state.ts'
import { useSelection } from '../plan/selection.ts'
import { useEdit } from '../plan/use-edit.ts'
import classes from '../shell/panel.module.css'
import { PromiseList } from '../shell/promise-list.tsx'
import { call } from '../shell/service.ts'
import { Comparison } from './comparison.tsx'
import { FineTune } from './fine-tune.tsx'
import { PlanChoice } from './plan-choice.tsx'
import { firstChoice } from './run-choice.ts'
import { SideChoice } from './side-choice.tsx'
import { StillUnassigned } from './still-unassigned.tsx'
import { useStart } from './use-start.ts'

export function FoundPlans({ run }: { run: OptimizationRun }) {
  const { t } = useTranslation('optimize')
  const goal = useRunState((state) => state.goal)
  const comparison = chosenComparison(run, goal)
  if (!comparison) return null
  const { unassigned, broken_promises: broken } = comparison
  return (
    <>
      <section className={classes.part}>
        <Stack gap="sm">
          {comparison.before.routes > 0 && <SideChoice />}
          <PlanChoice run={run} />
        </Stack>
      </section>
      {broken && (
        <section className={classes.part} aria-label={t('shell:consent.heading')}>
          <h3 className={classes.heading}>{t('shell:consent.heading')}</h3>
          <PromiseList promises={broken} />
        </section>
      )}
      {unassigned.length > 0 && (
        <section className={classes.part}>
          <h3 className={classes.heading}>{t('stay_unassigned', { count: unassigned.length })}</h3>
          <StillUnassigned unassigned={unassigned} />
        </section>
      )}
      <section className={classes.part}>
        <details>
          <summary className={classes.more}>{t('all_figures')}</summary>
          <Comparison comparison={comparison} run={run} />
        </details>
      </section>
      <SearchAgain />
      <Decision run={run} isWhole={unassigned.length === 0} />
    </>
  )
}

function SearchAgain() {
  const { t } = useTranslation('optimize')
  const data = usePlanData()
  const [choice, setChoice] = useState(() => firstChoice(data))
  const { start, isStarting, failure } = useStart()
  const again = async () => {
    await discardResult()
    await start(choice)
  }
  return (
    <FineTune choice={choice} onChange={(part) => setChoice((old) => ({ ...old, ...part }))}>
      {failure && <div role="alert">{failure}</div>}
      <Button
        variant="default"
        leftSection={<IconSparkles size={16} />}
        loading={isStarting}
        onClick={() => void again()}
      >
        {t('start_again')}
      </Button>
    </FineTune>
  )
}

/** `isWhole`: every stop gets a route. Whoever is led on is not led to send a plan that leaves stops out. */
function Decision({ run, isWhole }: { run: OptimizationRun; isWhole: boolean }) {
  const { t } = useTranslation('optimize')
  const edit = useEdit()
  const [isSending, setSending] = useState(false)
  const apply = async () => {
    const { goal, set } = useRunState.getState()
    setSending(true)
    const isDone = await edit(t('did_optimize'), (label) => applyOptimization(label, run.id, goal))
    setSending(false)
    if (!isDone) return
    set(undefined)
    const { next, lead } = useRunState.getState()
    lead(undefined)
    // What was left out, and what would help, stands in the panel.
    if (!isWhole) return
    if (next === 'send') useSelection.getState().show('dispatch')
    else useSelection.getState().closeDrawer()
  }
  const discard = async () => {
    setSending(true)
    await discardResult()
    useRunState.getState().set(undefined)
    await usePlanStore.getState().refreshEditor()
    setSending(false)
  }
  return (
    <section className={`${classes.part} ${classes.foot}`}>
      <Group grow>
        <Button variant="default" disabled={isSending} onClick={() => void discard()}>
          {t('discard')}
        </Button>
        <Button loading={isSending} onClick={() => void apply()}>
          {t('apply')}
        </Button>
      </Group>
    </section>
  )
}

/** The plan stays as it is. */
async function discardResult(): Promise<void> {
  const { run } = useRunState.getState()
  if (run) await call(operations.discardOptimization, { plan_id: run.plan_id, run_id: run.id }).catch(() => undefined)
}
