// The routes of the plan as items of a menu, for moving stops without a pointer.
import { Menu } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { routeName } from '../plan/plan-data.ts'
import { usePlanData } from '../plan/plan-store.ts'
import { CountBadge } from '../shell/count-badge.tsx'
import { RouteSwatch } from '../shell/route-swatch.tsx'

export function RouteMenuItems({ onPick, without }: { onPick(routeId: string): void; without?: string }) {
  const { t } = useTranslation('editor')
  const { routes, orders } = usePlanData()
  const offered = routes.filter(({ id, status }) => id !== without && status !== 'finished')
  if (offered.length === 0) return <Menu.Item disabled>{t('no_routes')}</Menu.Item>
  return offered.map((route) => (
    <Menu.Item
      key={route.id}
      onClick={() => onPick(route.id)}
      leftSection={<RouteSwatch route={route} index={routes.indexOf(route)} />}
      rightSection={<CountBadge count={orders.get(route.id)?.length ?? 0} />}
    >
      {routeName(route)}
    </Menu.Item>
  ))
}
