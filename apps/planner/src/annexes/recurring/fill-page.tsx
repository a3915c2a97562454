// Adding the day's recurring orders to a plan, at an address of its own.
import { Paper } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PlanPage, usePlanId } from '../../shell/plan-page.tsx'
import { FillForm } from './fill-dialog.tsx'

export function FillPage() {
  const { t } = useTranslation('recurring')
  const planId = usePlanId()
  return (
    <PlanPage planId={planId} title={t('fill.title')}>
      <Paper withBorder p="lg" maw={560}>
        <FillForm planId={planId} />
      </Paper>
    </PlanPage>
  )
}
