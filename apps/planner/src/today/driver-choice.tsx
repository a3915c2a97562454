// "Be the driver": whose route, then its phone beside this page.
import { Button, Menu } from '@mantine/core'
import type { BareRoute as Route } from '@routewright/contract'
import { IconChevronDown } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { routeName } from '../plan/plan-data.ts'
import { useOpenPhone } from '../shell/phone.ts'
import { useDayRoutes } from './day-routes.ts'

interface DriverChoiceProps {
  planId: string
  isOff: boolean
  /** It is the next thing to do. */
  isMain: boolean
  icon: ReactNode
}

/** The button takes the first route; another one is chosen beside it. */
export function DriverChoice({ planId, isOff, isMain, icon }: DriverChoiceProps) {
  const { t } = useTranslation('today')
  const { data: routes = [] } = useDayRoutes(planId)
  const { open, isOpening } = useOpenPhone()
  const show = (route: Route | undefined) => route && void open(route.id, routeName(route))
  const variant = isMain ? 'filled' : 'default'
  return (
    <Button.Group>
      <Button
        leftSection={icon}
        variant={variant}
        disabled={isOff || routes.length === 0}
        loading={isOpening}
        onClick={() => show(routes[0])}
      >
        {t('drive.do')}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant={variant} px={8} disabled={isOff || routes.length < 2} aria-label={t('drive.choose')}>
            <IconChevronDown size={16} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {routes.map((route) => (
            <Menu.Item key={route.id} onClick={() => show(route)}>
              {routeName(route)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Button.Group>
  )
}
