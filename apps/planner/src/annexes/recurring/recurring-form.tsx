// The form of a recurring order, with the clients that it may be for.
import type { RecurringOrder } from '@routewright/contract'
import { type ComponentProps, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RecordForm } from '../../forms/record-form.tsx'
import { useClientOptions } from '../../forms/use-client-options.ts'
import { organizationNow } from '../../shell/clock.ts'
import { useFormats } from '../../shell/session.ts'
import { recurringSections } from './recurring-fields.ts'

export function RecurringForm(form: Omit<ComponentProps<typeof RecordForm<RecurringOrder>>, 'sections' | 'fresh'>) {
  const { t } = useTranslation(['recurring', 'records'])
  const formats = useFormats()
  const [today] = useState(() => formats.dayKey(organizationNow()))
  const clients = useClientOptions()
  return <RecordForm {...form} sections={recurringSections(t, clients)} fresh={{ every_weeks: 1, starts_on: today }} />
}
