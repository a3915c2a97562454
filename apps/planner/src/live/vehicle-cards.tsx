// The routes of the running day: how far each is, and when it will be done.
import { routeColor, textOn } from '@routewright/ui/route-colors'
import { routeLook } from '@routewright/ui/status'
import { useTranslation } from 'react-i18next'
import { routeName } from '../editor/plan-data.ts'
import { usePlanData } from '../editor/plan-store.ts'
import { useSelection } from '../editor/selection.ts'
import listClasses from '../editor/stop-list.module.css'
import { ProgressBar } from '../shell/progress-bar.tsx'
import { useFormats } from '../shell/session.ts'
import { StatusChip } from '../shell/status-chip.tsx'
import classes from './live-panel.module.css'

export function VehicleCards() {
  const { t } = useTranslation('live')
  const formats = useFormats()
  const { routes, orders, stops } = usePlanData()
  if (routes.length === 0) return <p className={classes.calm}>{t('no_routes')}</p>
  return (
    <ul className={classes.list}>
      {routes.map((route, index) => {
        const order = (orders.get(route.id) ?? []).map((id) => stops.get(id)!)
        const count = (status: string) => order.filter((stop) => stop.status === status).length
        const next = order.find(({ status }) => status === 'pending')
        const color = routeColor(route, index)
        return (
          <li key={route.id} className={classes.card}>
            <button type="button" className={classes.main} onClick={() => useSelection.getState().openRoute(route.id)}>
              <span className={listClasses.swatch} style={{ background: color, color: textOn(color) }}>
                {index + 1}
              </span>
              <span className={classes.words}>
                <strong>{routeName(route)}</strong>
                <span>
                  {next?.estimated_arrival_time
                    ? t('next_at', { time: formats.clock(next.estimated_arrival_time) })
                    : t('done_of', { done: order.length - count('pending'), total: order.length })}
                  {route.estimated_end_time && ` · ${t('ends_at', { time: formats.clock(route.estimated_end_time) })}`}
                </span>
                {route.last_position && (
                  <span>{t('seen', { when: formats.relative(route.last_position.created_at, Date.now()) })}</span>
                )}
              </span>
              <StatusChip look={routeLook(route.status)} />
            </button>
            <ProgressBar
              counts={{
                total_stops: order.length,
                completed_stops: count('completed'),
                incomplete_stops: count('incomplete'),
                canceled_stops: count('canceled'),
              }}
            />
          </li>
        )
      })}
    </ul>
  )
}
