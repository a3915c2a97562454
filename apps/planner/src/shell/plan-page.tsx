// A page about one plan, at an address of its own: which plan that is, and the way back to it.
import { Button } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { FullPlan } from '@routewright/contract'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { Page } from './page.tsx'
import { useFormats } from './session.ts'
import { useAnswer } from './use-answer.ts'

/** The plan that the address names. */
export function usePlanId(): string {
  return (useParams({ strict: false }) as { planId: string }).planId
}

/** Head of a plan for pages that do not keep its thousands of stops. `staleTime`: 0 for a page that counts them. */
export function usePlanHead(planId: string, staleTime = 60_000) {
  return useAnswer(['plan-head', planId], operations.getPlan, { id: planId }, { select: getHead, staleTime })
}

function getHead({ id, status, project_id, label, execution_date, total_stops }: FullPlan) {
  return { id, status, project_id, label, execution_date, total_stops }
}

/** A plan by its day and its name. */
export function usePlanTitle(): (plan: Pick<FullPlan, 'execution_date' | 'label'>) => string {
  const formats = useFormats()
  return ({ execution_date, label }) => [formats.calendarDate(execution_date), label].filter(Boolean).join(' · ')
}

export function PlanPage({ planId, ...page }: { planId: string } & Omit<ComponentProps<typeof Page>, 'actions'>) {
  const { t } = useTranslation('import')
  return (
    <Page
      {...page}
      actions={
        <Button variant="default" component={Link} to={`/plan/${planId}`} leftSection={<IconArrowLeft size={16} />}>
          {t('back')}
        </Button>
      }
    />
  )
}
