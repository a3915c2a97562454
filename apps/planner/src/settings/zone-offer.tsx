// A project that counts in UTC was most likely never told where it is: the browser knows.
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { RecordForm } from '../forms/use-record-form.tsx'

export function ZoneOffer({ form }: { form: Pick<RecordForm, 'values' | 'change'> }) {
  const { t } = useTranslation('settings')
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  if (form.values.timezone !== 'UTC' || zone === 'UTC') return null
  return (
    <Button mt="xs" size="compact-sm" variant="light" onClick={() => form.change({ timezone: zone })}>
      {t('project.browser_zone', { zone })}
    </Button>
  )
}
