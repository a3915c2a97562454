// Sign-in of a driver on a phone: phones that are signed in, and a code to read out or to scan.
import { Alert, Box, Button, Group, Stack, Text, Title } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { DriverDevice, DriverSignInCode as SignInCode } from '@routewright/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { QrCode } from '../../shell/qr-code.tsx'
import { call } from '../../shell/service.ts'
import { useFormats } from '../../shell/session.ts'
import { Refusal } from '../../shell/states.tsx'
import { useAction } from '../../shell/use-action.ts'
import { useAnswer } from '../../shell/use-answer.ts'

export default function DriverSignIn({ driverId }: { driverId: string }) {
  const { t } = useTranslation('drivers')
  const queries = useQueryClient()
  const action = useAction()
  const [code, setCode] = useState<SignInCode>()
  const path = { driver_id: driverId }
  const key = ['driver-devices', driverId]
  const { data: devices = [] } = useAnswer(key, operations.listDriverDevices, path, {
    // While a code is being read out, the phone shows up as soon as it is in.
    refetchInterval: code ? 3_000 : false,
    staleTime: 0,
  })
  const make = () => void action.run(async () => setCode(await call(operations.createDriverSignInCode, path)))
  const end = (device_id: string) =>
    void action.run(async () => {
      await call(operations.endDriverDevice, { ...path, device_id })
      await queries.invalidateQueries({ queryKey: key })
    }, t('sign_in.ended'))
  return (
    <section>
      <Title order={3} size="h6" mt="lg" mb="xs">
        {t('sign_in.title')}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {t('sign_in.text', { address: `${location.host}/d` })}
      </Text>
      <StrangersCodes driverId={driverId} />
      <Stack gap="xs">
        {devices.map((device) => (
          <Phone key={device.id} device={device} onEnd={() => end(device.id)} isBusy={action.isBusy} />
        ))}
        {code && <ShownCode code={code} />}
        <Group>
          <Button size="xs" variant="default" loading={action.isBusy} onClick={make}>
            {t(code ? 'sign_in.another' : 'sign_in.make')}
          </Button>
        </Group>
      </Stack>
      <Refusal text={action.failure} />
    </section>
  )
}

/** Says that codes are held back because strangers asked for too many. */
function StrangersCodes({ driverId }: { driverId: string }) {
  const { t } = useTranslation('drivers')
  const formats = useFormats()
  const path = { driver_id: driverId }
  const { data } = useAnswer(['driver-codes', driverId], operations.getDriverCodes, path, { staleTime: 0 })
  if (!data?.full_until) return null
  return (
    <Alert color="yellow" mb="xs">
      {t('sign_in.held_back', { count: data.asked_in_day, time: formats.clock(data.full_until) })}
    </Alert>
  )
}

function Phone({ device, onEnd, isBusy }: { device: DriverDevice; onEnd(): void; isBusy: boolean }) {
  const { t } = useTranslation('drivers')
  const formats = useFormats()
  const when = formats.relative(device.last_seen_at, Date.now())
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm">
        {device.device}
        <Text span size="sm" c="dimmed">
          {' '}
          · {t('sign_in.seen', { when })}
        </Text>
      </Text>
      <Button
        size="compact-sm"
        variant="subtle"
        color="red"
        disabled={isBusy}
        aria-label={t('sign_in.end_device', { device: device.device })}
        onClick={onEnd}
      >
        {t('sign_in.end')}
      </Button>
    </Group>
  )
}

function ShownCode({ code: { code, link, expires_at } }: { code: SignInCode }) {
  const { t } = useTranslation('drivers')
  const formats = useFormats()
  return (
    <Alert color="yellow" role="status">
      <Group align="center" gap="lg">
        <Box w={150}>
          <QrCode text={link} label={t('sign_in.picture')} />
        </Box>
        <div style={{ flex: '1 1 220px' }}>
          <Text size="xl" fw={700} ff="monospace" data-secret>{`${code.slice(0, 5)} ${code.slice(5)}`}</Text>
          <Text size="sm">{t('sign_in.how', { time: formats.clock(expires_at) })}</Text>
        </div>
      </Group>
    </Alert>
  )
}
