// The import: where the rows come from, what their columns mean, what is wrong, and what came of it.

import { lazy, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { dayOfPlan } from '../../plan/plan-day.ts'
import { PlanPage, usePlanHead, usePlanId, usePlanTitle } from '../../shell/plan-page.tsx'
import { useFormats } from '../../shell/session.ts'
import { LoadFailure, RowSkeletons } from '../../shell/states.tsx'
import { useStopFields } from '../../shell/stop-fields.ts'
import { ImportSteps, useLeaveWarning } from './import-steps.tsx'
import { countPlans, openImport, type Step, useImport } from './import-store.ts'
import { useSetting } from './setting.ts'
import { SourceStep } from './source-step.tsx'

const ColumnsStep = lazy(async () => ({ default: (await import('./columns-step.tsx')).ColumnsStep }))
const PlanCheckStep = lazy(async () => ({ default: (await import('./plan-check-step.tsx')).PlanCheckStep }))
const ResultStep = lazy(async () => ({ default: (await import('./result-step.tsx')).ResultStep }))

const steps: readonly Step[] = ['source', 'columns', 'check', 'result']

export function ImportPage() {
  const { t } = useTranslation(['import', 'shell'])
  const planId = usePlanId()
  const writeTitle = usePlanTitle()
  const step = useImport((state) => state.step)
  const isDirty = useImport(
    (state) => state.file !== undefined && (state.step !== 'result' || countPlans(state).broken > 0),
  )
  const definitions = useStopFields()
  const setting = useSetting()
  const { dayKey } = useFormats()
  const plan = usePlanHead(planId)
  const day = plan.data && dayOfPlan(plan.data, dayKey)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the fields are now is known by their names
  useEffect(
    () => openImport('plan', planId, { definitions, setting, day }),
    [planId, setting, day, definitions.map(({ name, type }) => `${name} ${type}`).join()],
  )
  useLeaveWarning(isDirty)
  if (plan.error) return <LoadFailure error={plan.error} retry={() => void plan.refetch()} />
  const text = plan.data ? t('into', { plan: writeTitle(plan.data) }) : ''
  return (
    <PlanPage planId={planId} title={t('title')} text={text} isWide>
      <ImportSteps steps={steps} step={step} />
      <Suspense fallback={<RowSkeletons />}>
        {step === 'source' && <SourceStep />}
        {step === 'columns' && <ColumnsStep />}
        {step === 'check' && plan.data && <PlanCheckStep planId={planId} projectId={plan.data.project_id} />}
        {step === 'result' && <ResultStep planId={planId} />}
      </Suspense>
    </PlanPage>
  )
}
