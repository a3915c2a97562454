// The import: where the rows come from, what their columns mean, what is wrong, and what came of it.

import { Stepper } from '@mantine/core'
import { lazy, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { PlanPage, usePlanHead, usePlanId, usePlanTitle } from '../shell/plan-page.tsx'
import { LoadFailure, RowSkeletons } from '../shell/states.tsx'
import { useStopFields } from '../shell/stop-fields.ts'
import { openImport, type Step, useImport } from './import-store.ts'
import { SourceStep } from './source-step.tsx'

const ColumnsStep = lazy(async () => ({ default: (await import('./columns-step.tsx')).ColumnsStep }))
const CheckStep = lazy(async () => ({ default: (await import('./check-step.tsx')).CheckStep }))
const ResultStep = lazy(async () => ({ default: (await import('./result-step.tsx')).ResultStep }))

const steps: readonly Step[] = ['source', 'columns', 'check', 'result']

export function ImportPage() {
  const { t } = useTranslation(['import', 'shell'])
  const planId = usePlanId()
  const titleOf = usePlanTitle()
  const step = useImport((state) => state.step)
  const isDirty = useImport((state) => state.cells.length > 0 && state.step !== 'result')
  const definitions = useStopFields()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the fields are now is known by their names
  useEffect(
    () => openImport(planId, definitions),
    [planId, definitions.map(({ name, type }) => `${name} ${type}`).join()],
  )
  useLeaveWarning(isDirty)
  const plan = usePlanHead(planId)
  if (plan.error) return <LoadFailure error={plan.error} retry={() => void plan.refetch()} />
  const text = plan.data ? t('into', { plan: titleOf(plan.data) }) : ''
  return (
    <PlanPage planId={planId} title={t('title')} text={text} isWide>
      <Steps step={step} />
      <Suspense fallback={<RowSkeletons />}>
        {step === 'source' && <SourceStep />}
        {step === 'columns' && <ColumnsStep />}
        {step === 'check' && plan.data && <CheckStep planId={planId} projectId={plan.data.project_id} />}
        {step === 'result' && <ResultStep planId={planId} />}
      </Suspense>
    </PlanPage>
  )
}

/** Leaving the page with rows that are not sent is asked about. */
function useLeaveWarning(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isDirty])
}

function Steps({ step }: { step: Step }) {
  const { t } = useTranslation('import')
  return (
    <Stepper active={steps.indexOf(step)} size="sm" mb="lg" maw={760} allowNextStepsSelect={false}>
      {steps.map((one) => (
        <Stepper.Step
          key={one}
          label={t(`steps.${one}`)}
          allowStepSelect={false}
          aria-current={one === step ? 'step' : undefined}
        />
      ))}
    </Stepper>
  )
}
