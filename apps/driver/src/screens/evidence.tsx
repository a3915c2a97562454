// Notices about unusual reports: passed to the office, of a stop that has left the route, or not stored.
import type { DriverStop } from '@routewright/contract'
import { useTranslation } from 'react-i18next'
import { Icon } from '../parts/icon.tsx'
import type { RouteView } from '../route/use-route.ts'

interface Props {
  view: RouteView
  stop: DriverStop
}

/** The office has the report of this stop, and decides; the driver is done. */
export function HandedOver({ view, stop }: Props) {
  const { t } = useTranslation()
  if (!view.calls.some(({ state, stop_id }) => state === 'handed' && stop_id === stop.id)) return null
  return (
    <p className="handed" role="status">
      <Icon name="check" /> {t('evidence.handed')}
    </p>
  )
}

/** The stop has left the route while something was begun here. */
export function LeftRoute({ view, stop }: Props) {
  const { t } = useTranslation()
  if (view.route.stops.some(({ id }) => id === stop.id)) return null
  return (
    <p className="warning" role="status">
      <Icon name="warning" /> {t('evidence.left')}
    </p>
  )
}

/** The phone can store nothing, and there is no line: the form stays open. */
export function NotKeptWarning() {
  const { t } = useTranslation()
  return (
    <p className="warning" role="alert">
      <Icon name="warning" /> {t('evidence.notKept')}
    </p>
  )
}
