// The plans that a search found, each a small picture and one sentence; the chosen one is on the map.
import { Group, Radio, Stack } from '@mantine/core'
import type { OptimizationRun, PlanComparison, PlanGoal } from '@routewright/contract'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { usePlanData } from '../plan/plan-store.ts'
import { useRunState } from '../plan/run-state.ts'
import { useDistanceText } from '../shell/distance.tsx'
import { useKeptChoice } from '../shell/kept-choice.ts'
import panel from '../shell/panel.module.css'
import { useFormats } from '../shell/session.ts'
import classes from './plan-choice.module.css'
import { RouteSketch } from './route-sketch.tsx'

interface FoundPlan {
  goal: PlanGoal
  comparison: PlanComparison
}

export function PlanChoice({ run }: { run: OptimizationRun }) {
  const { t } = useTranslation('optimize')
  const { plan } = usePlanData()
  const { goal, choose } = useRunState()
  const [kept, keep] = useKeptChoice<PlanGoal>(`goal.${plan.project_id}`, 'cheapest')
  const { comparison, alternatives = [] } = run
  const plans: FoundPlan[] = comparison ? [{ goal: 'cheapest', comparison }, ...alternatives] : alternatives
  // The goal that was chosen in this project the last time is shown first, where there is a plan for it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each run
  useEffect(() => {
    if (alternatives.some((alternative) => alternative.goal === kept)) choose(kept)
  }, [run.id])
  return (
    <Radio.Group
      aria-label={t('plans_found')}
      value={goal}
      onChange={(value) => {
        const chosen = plans.find((found) => found.goal === value)
        if (!chosen) return
        choose(chosen.goal)
        keep(chosen.goal)
      }}
    >
      <Stack gap="xs">
        {plans.map((found) => (
          <PlanCard key={found.goal} found={found} isOnly={plans.length === 1} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

function PlanCard({ found: { goal, comparison }, isOnly }: { found: FoundPlan; isOnly: boolean }) {
  const { t } = useTranslation('optimize')
  const formats = useFormats()
  const { plan } = usePlanData()
  const { after } = comparison
  const distanceText = useDistanceText()
  const config = plan.optimizer_config
  const isAsSet = goal === 'cheapest' && (config?.minimise_vehicles || config?.balance_services)
  const title = isOnly ? t('goal.only') : t(isAsSet ? 'goal.as_set' : `goal.${goal}`)
  return (
    <Radio.Card value={goal} className={classes.card!} aria-label={title}>
      <RouteSketch comparison={comparison} />
      <div className={classes.text}>
        <Group justify="space-between" gap="xs" wrap="nowrap">
          <strong>{title}</strong>
          <strong>{after.cost > 0 ? formats.money(after.cost) : formats.duration(after.duration)}</strong>
        </Group>
        <div className={classes.sentence}>
          {t('card', {
            count: after.routes,
            distance: distanceText(after.distance, after),
            stops: stopsEach(comparison),
          })}
        </div>
        {after.unassigned > 0 && <div className={panel.worse}>{t('stay_unassigned', { count: after.unassigned })}</div>}
        {after.late_stops > 0 && <div className={panel.worse}>{t('late', { count: after.late_stops })}</div>}
      </div>
    </Radio.Card>
  )
}

/** "9–14", or one number where all routes have as many. */
function stopsEach({ routes }: PlanComparison): string {
  const used = routes.map(({ after }) => after.stops).filter((stops) => stops > 0)
  if (used.length === 0) return '0'
  const [least, most] = [Math.min(...used), Math.max(...used)]
  return least === most ? `${least}` : `${least}–${most}`
}
