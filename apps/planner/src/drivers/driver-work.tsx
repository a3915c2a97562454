// Work of a driver this week and the last, counted as the law of driving hours counts: the sums, and the routes that they are of.
import { Group, Stack, Text, Title } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { DriverWork as Work } from '@routewright/contract'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../shell/session.ts'
import { useAnswer } from '../shell/use-answer.ts'

export function DriverWork({ driverId }: { driverId: string }) {
  const { t } = useTranslation('drivers')
  const formats = useFormats()
  const { data } = useAnswer(['driver-work', driverId], operations.getDriverWork, { driver_id: driverId })
  if (!data || data.routes.length === 0) return null
  const sums = [
    t('work.this_week', {
      driving: formats.duration(data.driving_this_week),
      work: formats.duration(data.work_this_week),
    }),
    t('work.last_week', { driving: formats.duration(data.driving_last_week) }),
  ]
  return (
    <section>
      <Title order={3} size="h6" mt="lg" mb="xs">
        {t('work.title')}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {t(data.counts ? 'work.counts' : 'work.counts_not')}
      </Text>
      {sums.map((text) => (
        <Text key={text} size="sm">
          {text}
        </Text>
      ))}
      <Stack gap="xs" mt="xs" component="ul" style={{ listStyle: 'none', padding: 0 }}>
        {data.routes.map((route) => (
          <DrivenRoute key={route.route_id} route={route} />
        ))}
      </Stack>
    </section>
  )
}

function DrivenRoute({ route }: { route: Work['routes'][number] }) {
  const { t } = useTranslation('drivers')
  const formats = useFormats()
  const { date, label, driving, work, is_reported } = route
  return (
    <Group component="li" justify="space-between" gap={2}>
      <Text size="sm">
        {formats.calendarDate(date)}
        {label && ` · ${label}`}
      </Text>
      <Text size="sm" c="dimmed">
        {t('work.route', { driving: formats.duration(driving), work: formats.duration(work) })}
        {` · ${t(is_reported ? 'work.reported' : 'work.planned')}`}
      </Text>
    </Group>
  )
}
