// The doubt about a phone number, below the form that it is typed into. It warns and refuses no value.
import { Text } from '@mantine/core'
import { readPhone } from '@routewright/contract/phone'
import { useTranslation } from 'react-i18next'
import { usePhoneOrigins } from '../shell/phone-origins.ts'

export default function PhoneDoubt({ phone, countryCode }: { phone: string; countryCode?: string }) {
  const { t } = useTranslation('shell')
  const origins = usePhoneOrigins()
  if (!origins || phone.trim() === '') return null
  const reading = readPhone(phone, [...origins, countryCode])
  if (reading.state === 'sound') return null
  return (
    <Text size="xs" c="var(--rw-late)" role="status">
      {t(`phone_number.${reading.state === 'unusable' ? reading.why : reading.state}`)}
    </Text>
  )
}
