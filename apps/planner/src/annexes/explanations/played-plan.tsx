// Beside a compared plan: how it comes out on many days.
import * as operations from '@routewright/client/operations'
import { useTranslation } from 'react-i18next'
import compared from '../../optimize/compare-panel.module.css'
import { usePlanStore } from '../../plan/plan-store.ts'
import classes from '../../shell/panel.module.css'
import { useFormats } from '../../shell/session.ts'
import { useAnswer } from '../../shell/use-answer.ts'
import { kept, planRiskKey } from './plan-risk.ts'

/** How the plan comes out on many days: whether a van fewer still keeps the windows. */
export default function PlayedPlan({ planId }: { planId: string }) {
  const { t } = useTranslation('optimize')
  const formats = useFormats()
  const revision = usePlanStore(({ editor }) => editor?.revision)
  const { data } = useAnswer(planRiskKey(planId, revision), operations.getPlanRisk, { plan_id: planId }, kept)
  if (!data) return null
  return (
    <tr>
      <td colSpan={5} className={`${classes.dim} ${compared.kept}`}>
        {t('played', {
          late: formats.number(data.late_stops, 1),
          kept: formats.percent(data.all_kept_chance),
          overtime: formats.duration(data.overtime_seconds),
        })}
      </td>
    </tr>
  )
}
