// What can be asked of the driver of a route, and who drives in his place; each says who is told.
import type { BareRoute as Route } from '@routewright/contract'
import { useTranslation } from 'react-i18next'
import { askToHandOver } from '../plan/asked-edit.ts'
import { useContact } from '../plan/driver-days.ts'
import { routeName } from '../plan/plan-data.ts'
import { useSelection } from '../plan/selection.ts'
import { Refusal } from '../shell/states.tsx'
import { useAction } from '../shell/use-action.ts'
import classes from './live-panel.module.css'
import { sendPing, usePingText } from './ping.tsx'
import { ContactRemedy, Remedy } from './remedy.tsx'

interface DriverRemedyProps {
  route: Route
}

/** How the question stands is told where it was asked. */
export function PingDriver({ route }: DriverRemedyProps) {
  const { t } = useTranslation(['live', 'talk'])
  const { failure, run } = useAction()
  const state = usePingText(route)
  return (
    <div>
      <Remedy
        label={t('talk:ask_for_sign')}
        effect={t('remedy.ping_effect')}
        told={t('tells_driver', { route: routeName(route) })}
        act={() => run(() => sendPing(route.id))}
      />
      {state && (
        <p className={classes.ping} role="status">
          {state}
        </p>
      )}
      <Refusal text={failure} />
    </div>
  )
}

/** Nothing where nobody can be reached. */
export function CallDriver({ route }: DriverRemedyProps) {
  const { t } = useTranslation('live')
  const { phone, email } = useContact(route)
  if (phone) return <ContactRemedy label={t('call')} effect={phone} href={`tel:${phone}`} />
  return email ? <ContactRemedy label={t('write')} effect={email} href={`mailto:${email}`} /> : null
}

export function WriteDriver({ route }: DriverRemedyProps) {
  const { t } = useTranslation(['live', 'talk'])
  return (
    <Remedy
      label={t('talk:write_driver')}
      effect={t('remedy.write_effect')}
      told={t('told_when_sent')}
      act={async () => useSelection.getState().openTalk(route.id)}
    />
  )
}

/** What it would do is shown before it is done. */
export function HandOver({ route }: DriverRemedyProps) {
  const { t } = useTranslation('live')
  return <Remedy label={t('hand_over')} told={t('told_after')} act={async () => askToHandOver(route.id)} />
}
