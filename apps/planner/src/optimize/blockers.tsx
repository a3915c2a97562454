// Reasons that keep stops from getting a route, shown before the search rather than after it, each with the way to mend it.
import { Alert, Button } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import { useTranslation } from 'react-i18next'
import { hasPlace, isOpen } from '../plan/plan-data.ts'
import { usePlanData } from '../plan/plan-store.ts'
import { useSelection } from '../plan/selection.ts'
import classes from '../shell/panel.module.css'
import { EmptyPart } from '../shell/states.tsx'
import { useAnswer } from '../shell/use-answer.ts'

export function Blockers() {
  const { t } = useTranslation('optimize')
  const { stops, routes } = usePlanData()
  const vehicles = useVehicleCount()
  const placeless = [...stops.values()].filter((stop) => isOpen(stop) && !hasPlace(stop))
  const locked = routes.filter(({ is_locked }) => is_locked)
  if (vehicles !== 0 && placeless.length + locked.length === 0) return null
  return (
    <section className={classes.part}>
      {vehicles === 0 && <EmptyPart text={t('no_vehicles')} next={{ label: t('add_vehicles'), to: '/fleet' }} />}
      {placeless.length > 0 && (
        <Alert color="orange" p="xs">
          {t('placeless', { count: placeless.length })}{' '}
          <Button
            size="compact-xs"
            variant="subtle"
            onClick={() => useSelection.getState().select(placeless.map(({ id }) => id))}
          >
            {t('show')}
          </Button>
        </Alert>
      )}
      {locked.length > 0 && <div className={classes.dim}>{t('locked', { count: locked.length })}</div>}
    </section>
  )
}

/** How many vehicles or routes could take stops; undefined while it is not known. */
export function useVehicleCount(): number | undefined {
  const { plan, routes } = usePlanData()
  const { data } = useAnswer(['vehicles', plan.project_id, 'any'], operations.listVehicles, {
    project_id: plan.project_id,
    enabled: true,
    limit: 1,
  })
  return routes.length > 0 ? routes.length : data?.total
}
