// "Ana is absent": who drives her routes today, chosen for each, and sent at once if wished.
import { Button, Checkbox, Group, Modal, Select, Stack } from '@mantine/core'
import type { Attention, DriverDay } from '@routewright/contract'
import { IconSteeringWheel } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type StandIn, standIns, useAssignDrivers, useDriverDays } from '../plan/driver-days.ts'
import { sendRoutes } from '../plan/send-routes.ts'
import { failureText } from '../shell/failure.ts'
import { noteFailure } from '../shell/notices.tsx'
import { Empty } from '../shell/states.tsx'

interface HandOverRoutesProps {
  one: Attention
  date: string
}

export function HandOverRoutes({ one, date }: HandOverRoutesProps) {
  const { t } = useTranslation('today')
  const [isOpen, setOpen] = useState(false)
  const name = one.driver_label ?? ''
  return (
    <>
      <Button size="compact-md" variant="light" onClick={() => setOpen(true)}>
        {t('hand_over.do')}
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={t(`hand_over.title.${one.kind}`, { name })}>
        {isOpen && <Choices one={one} date={date} onClose={() => setOpen(false)} />}
      </Modal>
    </>
  )
}

/** The routes that the entry is about. */
function listRoutes({ kind, plan_id, driver_id }: Attention, day: DriverDay | undefined) {
  const open = (day?.routes ?? []).filter(({ status, stops }) => status !== 'finished' && stops > 0)
  return open.filter((route) => {
    if (route.plan_id !== plan_id) return false
    if (kind === 'driver_absent') return route.trouble === 'absent' && route.missing_driver_id === driver_id
    if (kind === 'no_driver') return route.trouble === 'nobody'
    return route.trouble === 'twice' && route.driver_id === driver_id
  })
}

function Choices({ one, date, onClose }: HandOverRoutesProps & { onClose(): void }) {
  const { data } = useDriverDays(date)
  const [day] = data?.days ?? []
  if (!data) return null
  const missing = data.drivers.find(({ id }) => id === one.driver_id)
  const others = standIns(day, data.drivers, missing?.provides ?? []).filter(({ id }) => id !== one.driver_id)
  if (others.length === 0) return <NobodyFree />
  return <ChoiceForm routes={listRoutes(one, day)} others={others} kind={one.kind} date={date} onClose={onClose} />
}

interface ChoiceFormProps {
  routes: DriverDay['routes']
  others: readonly StandIn[]
  kind: Attention['kind']
  date: string
  onClose(): void
}

/** Proposes each free driver once; a driver on two routes at once keeps the first. */
function proposals({ routes, others, kind }: ChoiceFormProps): Record<string, string | null> {
  const free = others.filter(({ isFree }) => isFree)
  const first = kind === 'driver_twice' ? 1 : 0
  return Object.fromEntries(
    routes.map(({ route_id }, index) => [route_id, (index < first ? undefined : free[index - first]?.id) ?? null]),
  )
}

function ChoiceForm(props: ChoiceFormProps) {
  const { routes, others, date, onClose } = props
  const { t } = useTranslation(['today', 'shell'])
  const [changed, setChanged] = useState<Record<string, string | null>>({})
  const [isSending, setSending] = useState(false)
  const { handOver, isBusy } = useHandOver(onClose)
  const chosen = { ...proposals(props), ...changed }
  const wanted = routes.flatMap(({ route_id }) => {
    const driver_id = chosen[route_id]
    return driver_id ? [{ date, route_id, driver_id }] : []
  })
  return (
    <Stack>
      {routes.map((route) => (
        <Select
          key={route.route_id}
          label={`${route.label ?? ''} · ${t('stops_count', { count: route.stops })}`}
          placeholder={t('hand_over.nobody')}
          clearable
          data={others.map((driver) => ({ value: driver.id, label: standInText(driver, t) }))}
          value={chosen[route.route_id] ?? null}
          onChange={(id) => setChanged((before) => ({ ...before, [route.route_id]: id }))}
        />
      ))}
      <Checkbox
        label={t('hand_over.send')}
        checked={isSending}
        onChange={({ currentTarget }) => setSending(currentTarget.checked)}
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('shell:cancel')}
        </Button>
        <Button
          loading={isBusy}
          disabled={wanted.length === 0}
          onClick={() => void handOver(wanted, isSending)}
          data-autofocus
        >
          {t('hand_over.now', { count: wanted.length })}
        </Button>
      </Group>
    </Stack>
  )
}

function standInText({ label, isFree, lacks }: StandIn, t: TFunction<['today', 'shell']>): string {
  const why = [!isFree && t('hand_over.busy'), lacks.length > 0 && t('hand_over.lacks', { skills: lacks.join(', ') })]
  return [label, ...why].filter(Boolean).join(' · ')
}

/** Hands routes over and, if wished, sends them; `onDone` is told when it worked. */
function useHandOver(onDone: () => void) {
  const { t } = useTranslation('today')
  const assign = useAssignDrivers()
  const [isBusy, setBusy] = useState(false)
  const handOver = async (wanted: readonly RouteHandOver[], isSending: boolean) => {
    setBusy(true)
    const isDone = await assign(wanted, t('hand_over.done', { count: wanted.length }))
    if (isDone && isSending) {
      await sendRoutes(
        wanted.map(({ route_id }) => route_id),
        (_, sending) => {
          if (sending.state === 'failed') noteFailure(t('dispatch.not_all'), failureText(sending.error, t))
        },
      )
    }
    setBusy(false)
    if (isDone) onDone()
  }
  return { handOver, isBusy }
}

interface RouteHandOver {
  date: string
  route_id: string
  driver_id: string
}

function NobodyFree() {
  const { t } = useTranslation('today')
  return (
    <Empty
      title={t('hand_over.none')}
      text={t('hand_over.none_text')}
      icon={IconSteeringWheel}
      next={{ label: t('hand_over.to_drivers'), to: '/drivers' }}
    />
  )
}
