// "Before and after" for somebody whose past days stand in a spreadsheet: file, columns, rows, assumptions; then they are replayed.
import { Alert, Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Page } from '../../shell/page.tsx'
import { useMayPlan, useProject } from '../../shell/session.ts'
import { RowSkeletons } from '../../shell/states.tsx'
import { ImportSteps, useLeaveWarning } from './import-steps.tsx'
import { openImport, type Step, useImport } from './import-store.ts'
import { useSetting } from './setting.ts'
import { SourceStep } from './source-step.tsx'

const ColumnsStep = lazy(async () => ({ default: (await import('./columns-step.tsx')).ColumnsStep }))
const PastCheckStep = lazy(async () => ({ default: (await import('./past-check-step.tsx')).PastCheckStep }))
const AssumeStep = lazy(async () => ({ default: (await import('./assume-step.tsx')).AssumeStep }))

const steps: readonly Step[] = ['source', 'columns', 'check', 'assume']

export function PastDaysPage() {
  const { t } = useTranslation('past')
  const project = useProject()
  const mayPlan = useMayPlan()
  const step = useImport((state) => state.step)
  const isOpen = useImport((state) => state.purpose === 'past' && state.ownerId === project.id)
  const isDirty = useImport((state) => state.purpose === 'past' && state.file !== undefined)
  const setting = useSetting()
  useEffect(() => openImport('past', project.id, { definitions: [], setting }), [project.id, setting])
  useLeaveWarning(isDirty)
  return (
    <Page title={t('title')} text={t('text')} actions={<ToReplays />} isWide>
      {!mayPlan && <Alert color="gray">{t('may_not')}</Alert>}
      {mayPlan && isOpen && (
        <>
          <ImportSteps steps={steps} step={step} />
          <Suspense fallback={<RowSkeletons />}>
            {step === 'source' && <SourceStep />}
            {step === 'columns' && <ColumnsStep />}
            {step === 'check' && <PastCheckStep />}
            {step === 'assume' && <AssumeStep />}
          </Suspense>
        </>
      )}
    </Page>
  )
}

function ToReplays() {
  const { t } = useTranslation('past')
  return (
    <Button
      variant="default"
      leftSection={<IconArrowLeft size={16} />}
      renderRoot={(props) => <Link {...props} to="/analytics/replay" />}
    >
      {t('to_replays')}
    </Button>
  )
}
