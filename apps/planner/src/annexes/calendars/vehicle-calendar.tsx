// The calendar of a vehicle: an address that calendar programs subscribe to, shown once, renewed or ended.
import { Alert, Button, Code, CopyButton, Group, Text, Title } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../shell/service.ts'
import { Refusal } from '../../shell/states.tsx'
import { useAction } from '../../shell/use-action.ts'
import { useAnswer } from '../../shell/use-answer.ts'

export default function VehicleCalendar({ vehicleId }: { vehicleId: string }) {
  const { t } = useTranslation(['fleet', 'settings'])
  const queries = useQueryClient()
  const action = useAction()
  const [address, setAddress] = useState('')
  const path = { vehicle_id: vehicleId }
  const key = ['vehicle-calendar', vehicleId]
  const { data, isError } = useAnswer(key, operations.getVehicleCalendar, path, { retry: false })
  // The calendar is hidden from people who may not change the fleet.
  if (isError) return null
  const change = (work: () => Promise<string>) =>
    void action.run(async () => {
      setAddress(await work())
      await queries.invalidateQueries({ queryKey: key })
    })
  const renew = () => change(async () => (await call(operations.renewVehicleCalendar, path)).address)
  const end = () => change(() => call(operations.endVehicleCalendar, path).then(() => ''))
  return (
    <section>
      <Title order={3} size="h6" mt="lg" mb="xs">
        {t('calendar.title')}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {t('calendar.text')}
      </Text>
      {address && <Address value={address} />}
      <Group gap="xs">
        <Button size="xs" variant="default" loading={action.isBusy} onClick={renew}>
          {t(data?.is_open ? 'calendar.renew' : 'calendar.make')}
        </Button>
        {data?.is_open && (
          <Button size="xs" variant="subtle" color="red" loading={action.isBusy} onClick={end}>
            {t('calendar.end')}
          </Button>
        )}
      </Group>
      <Refusal text={action.failure} />
    </section>
  )
}

function Address({ value }: { value: string }) {
  const { t } = useTranslation(['fleet', 'settings'])
  return (
    <Alert color="yellow" role="status" mb="xs">
      {t('calendar.once')}
      <Code block data-secret my="xs" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        {value}
      </Code>
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Button size="compact-sm" variant="default" onClick={copy}>
            {t(copied ? 'settings:copied' : 'settings:copy')}
          </Button>
        )}
      </CopyButton>
    </Alert>
  )
}
