// The routes of the plan as items of a menu, for moving stops without a pointer.
import { Menu } from '@mantine/core'
import { routeColor, textOn } from '@routewright/ui/route-colors'
import { useTranslation } from 'react-i18next'
import classes from '../list/stop-list.module.css'
import { routeName } from '../plan/plan-data.ts'
import { usePlanData } from '../plan/plan-store.ts'

export function RouteMenuItems({ onPick, without }: { onPick(routeId: string): void; without?: string }) {
  const { t } = useTranslation('editor')
  const { routes, orders } = usePlanData()
  const offered = routes.filter(({ id, status }) => id !== without && status !== 'finished')
  if (offered.length === 0) return <Menu.Item disabled>{t('no_routes')}</Menu.Item>
  return offered.map((route) => {
    const index = routes.indexOf(route)
    const color = routeColor(route, index)
    return (
      <Menu.Item
        key={route.id}
        onClick={() => onPick(route.id)}
        leftSection={
          <span className={classes.swatch} style={{ background: color, color: textOn(color) }}>
            {index + 1}
          </span>
        }
        rightSection={<span className={classes.badge}>{orders.get(route.id)?.length ?? 0}</span>}
      >
        {routeName(route)}
      </Menu.Item>
    )
  })
}
