// The export of a plan, at an address of its own.
import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Loaded } from '../../shell/loaded.tsx'
import { PlanPage, usePlanHead, usePlanId, usePlanTitle } from '../../shell/plan-page.tsx'
import { Empty } from '../../shell/states.tsx'
import { BackgroundExports } from './background-exports.tsx'
import { ExportForm } from './export-form.tsx'

export function ExportPage() {
  const planId = usePlanId()
  const { route } = useSearch({ strict: false }) as { route?: string }
  const { t } = useTranslation('export')
  const writeTitle = usePlanTitle()
  return (
    <Loaded query={usePlanHead(planId, 0)}>
      {(plan) => (
        <PlanPage planId={planId} title={t('title')} text={writeTitle(plan)}>
          {plan.total_stops === 0 ? (
            <Empty title={t('none')} text={t('none_text')} next={{ label: t('add_stops'), to: `/plan/${planId}` }} />
          ) : (
            <>
              <ExportForm plan={plan} {...(route && { routeId: route })} />
              <BackgroundExports projectId={plan.project_id} />
            </>
          )}
        </PlanPage>
      )}
    </Loaded>
  )
}
