// The form of a recurring order, with the clients that it may be for.
import * as operations from '@routewright/client/operations'
import type { RecurringOrder } from '@routewright/contract'
import { type ComponentProps, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RecordForm } from '../forms/record-form.tsx'
import { organizationNow } from '../shell/clock.ts'
import { useFormats, useProject } from '../shell/session.ts'
import { useAnswer } from '../shell/use-answer.ts'
import { recurringSections } from './recurring-fields.ts'

export function RecurringForm(form: Omit<ComponentProps<typeof RecordForm<RecurringOrder>>, 'sections' | 'fresh'>) {
  const { t } = useTranslation(['recurring', 'records'])
  const project = useProject()
  const formats = useFormats()
  const [today] = useState(() => formats.dayKey(organizationNow()))
  const { data } = useAnswer(['clients', project.id, 'choices'], operations.listClients, {
    project_id: project.id,
    limit: 1_000,
    sort: 'label:asc',
  })
  const clients = (data?.docs ?? []).map(({ id, label, external_id }) => ({
    value: id,
    label: label || external_id || id,
  }))
  return <RecordForm {...form} sections={recurringSections(t, clients)} fresh={{ every_weeks: 1, starts_on: today }} />
}
