// The three changes of a plan that would save most, each made and optimized by one press.
import { Button } from '@mantine/core'
import type { PlanExplanation, PlanSaving } from '@routewright/contract'
import { useTranslation } from 'react-i18next'
import { routeName, stopName } from '../../plan/plan-data.ts'
import { usePlanData } from '../../plan/plan-store.ts'
import { updateRoutes, updateStop } from '../../plan/record-edits.ts'
import { deleteRoute } from '../../plan/route-edits.ts'
import { optimizeNow } from '../../plan/run-state.ts'
import classes from '../../shell/panel.module.css'
import { useMayPlan } from '../../shell/session.ts'
import { Refusal } from '../../shell/states.tsx'
import { useAction } from '../../shell/use-action.ts'
import { DifferenceText } from './difference-text.tsx'
import { listRoomChanges, moreRoom, moreStops } from './more-room.ts'

export function LargestSavings({ explanation }: { explanation: PlanExplanation }) {
  const { t } = useTranslation('optimize')
  const { savings } = explanation
  return (
    <>
      <h4 className={classes.next}>{t('why.saving.title')}</h4>
      {savings.length === 0 ? (
        <p className={classes.dim}>{t('why.saving.none')}</p>
      ) : (
        <table className={classes.numbers} aria-label={t('why.saving.title')}>
          <tbody>
            {savings.map((saving) => (
              <tr key={`${saving.change} ${saving.stop_id ?? saving.route_id ?? ''}`}>
                <th scope="row">
                  <SavingName saving={saving} explanation={explanation} />
                </th>
                <td>
                  <DifferenceText {...saving} />
                  <MakeChange saving={saving} explanation={explanation} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}

interface SavingProps {
  saving: PlanSaving
  explanation: PlanExplanation
}

function SavingName({ saving, explanation: { fewer_vehicles: fewer } }: SavingProps) {
  const { t } = useTranslation('optimize')
  const { stops, routes } = usePlanData()
  const stop = stops.get(saving.stop_id ?? '')
  const route = routes.find(({ id }) => id === saving.route_id)
  switch (saving.change) {
    case 'again':
    case 'half_hour_longer':
      return t(`why.change.${saving.change}`)
    case 'fewer_vehicles':
      return t('why.saving.fewer_vehicles', { count: fewer?.would_do ?? 0, limit: fewer?.would_take ?? 0 })
    case 'without_vehicle':
      return t('why.saving.without_vehicle', { route: route ? routeName(route) : saving.route_id })
    case 'any_time':
      return t('why.saving.any_time', { stop: stop ? stopName(stop) : saving.stop_id })
  }
}

/** Makes the change as one step that can be taken back, and optimizes. */
function MakeChange({ saving, explanation }: SavingProps) {
  const { t } = useTranslation('optimize')
  const mayPlan = useMayPlan()
  const action = useAction()
  const change = useChange(saving, explanation)
  if (!mayPlan || !change) return null
  const make = () =>
    action.run(async () => {
      await change()
      optimizeNow()
    })
  return (
    <>
      <Button variant="light" size="compact-sm" mt={4} loading={action.isBusy} onClick={() => void make()}>
        {t(saving.change === 'again' ? 'why.saving.optimize' : 'why.saving.make')}
      </Button>
      <Refusal text={action.failure} />
    </>
  )
}

/** How the change is made; undefined where it no longer can be, as the route has begun. */
function useChange(saving: PlanSaving, explanation: PlanExplanation): (() => Promise<void>) | undefined {
  const { t } = useTranslation(['optimize', 'editor'])
  const data = usePlanData()
  const giveRoom = (updateOf: Parameters<typeof listRoomChanges>[2]) => {
    const changes = listRoomChanges(data.routes, explanation.routes, updateOf)
    return changes.length > 0 ? () => updateRoutes(t('why.applied_step'), changes) : undefined
  }
  switch (saving.change) {
    case 'again':
      return async () => {}
    case 'half_hour_longer':
      return giveRoom((route) => moreRoom('half_hour_longer', route))
    case 'fewer_vehicles': {
      const fewer = explanation.fewer_vehicles
      return fewer && giveRoom((route) => moreStops(fewer, route))
    }
    case 'without_vehicle': {
      const route = data.routes.find(({ id }) => id === saving.route_id)
      if (!route || route.is_locked || route.status !== 'not_started') return undefined
      return () => deleteRoute(t('editor:did.route_deleted', { route: routeName(route) }), route.id)
    }
    case 'any_time': {
      const stop = data.stops.get(saving.stop_id ?? '')
      return stop && (() => updateStop(t('why.saving.freed', { stop: stopName(stop) }), { time_windows: [] }, stop))
    }
  }
}
