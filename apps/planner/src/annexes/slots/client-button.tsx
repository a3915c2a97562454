// In the row of a client: asks when an order of theirs could be served.
import type { Client } from '@routewright/contract'
import { IconCalendarTime } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from '../../records/records.module.css'
import { IconButton } from '../../shell/icon-button.tsx'
import { useSlotQuestion } from './slot-question.ts'

export default function ClientButton({ client, name }: { client: Client; name: string }) {
  const { t } = useTranslation('when')
  const ask = useSlotQuestion((state) => state.ask)
  return (
    <IconButton
      icon={IconCalendarTime}
      className={classes.above}
      label={t('title', { name })}
      onClick={() => ask({ name, stop: { client_id: client.id, label: name } })}
    />
  )
}
