// Promises to customers that would be broken: whose, for when, and how.
import { List } from '@mantine/core'
import type { BrokenPromises } from '@routewright/client/service'
import { useTranslation } from 'react-i18next'
import { useFormats } from './session.ts'

/** `count` where more are broken than the list names. */
export function PromiseList({
  promises,
  count = promises.length,
}: Pick<BrokenPromises, 'promises'> & { count?: number }) {
  const { t } = useTranslation('shell')
  const formats = useFormats()
  return (
    <List size="sm" spacing={6}>
      {promises.map(({ stop_id, label, date, time_window: [opens, closes], fault, late_seconds = 0 }) => (
        <List.Item key={stop_id}>
          <strong>{label || t('consent.nameless')}</strong>
          {', '}
          {t('consent.promised', { day: formats.calendarDate(date), window: formats.timeWindow([opens, closes]) })}
          {': '}
          {t(`consent.${fault}`, { count: Math.ceil(late_seconds / 60) })}
        </List.Item>
      ))}
      {count > promises.length && <List.Item>{t('editor:and_more', { count: count - promises.length })}</List.Item>}
    </List>
  )
}
