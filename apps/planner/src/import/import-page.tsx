// The import: where the rows come from, what their columns mean, what is wrong, and what came of it.

import { Button, Stepper } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Page } from '../shell/page.tsx'
import { call } from '../shell/service.ts'
import { useFormats } from '../shell/session.ts'
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
  const { planId } = useParams({ strict: false }) as { planId: string }
  const formats = useFormats()
  const step = useImport((state) => state.step)
  const isDirty = useImport((state) => state.cells.length > 0 && state.step !== 'result')
  const definitions = useStopFields()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the fields are now is known by their names
  useEffect(
    () => openImport(planId, definitions),
    [planId, definitions.map(({ name, type }) => `${name} ${type}`).join()],
  )
  useLeaveWarning(isDirty)
  const plan = useQuery({
    queryKey: ['plan-head', planId],
    // The list knows a plan without its thousands of stops; the whole one is asked only where it is not listed.
    queryFn: ({ signal }) => call(operations.getPlan, { id: planId }, { signal }),
    select: ({ label, execution_date, status, project_id }) => ({ label, execution_date, status, project_id }),
    staleTime: 60_000,
  })
  if (plan.error) return <LoadFailure error={plan.error} retry={() => void plan.refetch()} />
  const name =
    plan.data && [formats.calendarDate(plan.data.execution_date), plan.data.label].filter(Boolean).join(' · ')
  return (
    <Page
      title={t('title')}
      text={name ? t('into', { plan: name }) : ''}
      isWide
      actions={
        <Button variant="default" component={Link} to={`/plan/${planId}`} leftSection={<IconArrowLeft size={16} />}>
          {t('back')}
        </Button>
      }
    >
      <Steps step={step} />
      <Suspense fallback={<RowSkeletons />}>
        {step === 'source' && <SourceStep />}
        {step === 'columns' && <ColumnsStep />}
        {step === 'check' && plan.data && <CheckStep planId={planId} projectId={plan.data.project_id} />}
        {step === 'result' && <ResultStep planId={planId} />}
      </Suspense>
    </Page>
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
