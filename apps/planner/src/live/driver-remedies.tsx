// How the driver of a route is called, and who drives in their place; each says who is told.
import type { BareRoute as Route } from '@routewright/contract'
import { useTranslation } from 'react-i18next'
import { askToHandOver } from '../plan/asked-edit.ts'
import { useContact } from '../plan/driver-days.ts'
import { ContactRemedy, Remedy } from './remedy.tsx'

interface DriverRemedyProps {
  route: Route
}

/** Hidden where no driver can be reached. */
export function CallDriver({ route }: DriverRemedyProps) {
  const { t } = useTranslation('live')
  const { phone, email } = useContact(route)
  if (phone) return <ContactRemedy label={t('call')} effect={phone} href={`tel:${phone}`} />
  return email ? <ContactRemedy label={t('write')} effect={email} href={`mailto:${email}`} /> : null
}

/** Shows the effect before it is done. */
export function HandOver({ route }: DriverRemedyProps) {
  const { t } = useTranslation('live')
  return <Remedy label={t('hand_over')} told={t('told_after')} act={async () => askToHandOver(route.id)} />
}
