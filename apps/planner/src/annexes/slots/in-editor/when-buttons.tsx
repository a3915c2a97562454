// The ways from a stop to the question when it could be served.
import { Button } from '@mantine/core'
import type { SlotStop, Stop } from '@routewright/contract'
import { IconCalendarTime } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Remedy } from '../../../live/remedy.tsx'
import { MenuEntry } from '../../../shell/menu-entry.tsx'
import { useMayPlan } from '../../../shell/session.ts'
import { useSlotQuestion } from '../slot-question.ts'
import { mayGetSlot, useAskWhen } from '../when-of-stop.ts'

interface StopProps {
  stop: Stop
}

export function WhenButton({ stop }: StopProps) {
  const { t } = useTranslation('when')
  const askWhen = useAskWhen()
  const mayPlan = useMayPlan()
  return (
    <Button
      size="compact-md"
      variant="default"
      leftSection={<IconCalendarTime size={15} />}
      disabled={!mayPlan || !mayGetSlot(stop)}
      onClick={() => askWhen(stop)}
    >
      {t('when')}
    </Button>
  )
}

export function WhenEntry({ stop }: StopProps) {
  const { t } = useTranslation('when')
  const askWhen = useAskWhen()
  const mayPlan = useMayPlan()
  return (
    <MenuEntry
      icon={IconCalendarTime}
      text={t('when')}
      isOff={!mayPlan || !mayGetSlot(stop)}
      onClick={() => askWhen(stop)}
    />
  )
}

export function WhenRemedy({ stop }: StopProps) {
  const { t } = useTranslation(['live', 'editor'])
  const askWhen = useAskWhen()
  if (!mayGetSlot(stop)) return null
  return <Remedy label={t('live:remedy.when')} effect={t('live:remedy.when_effect')} act={async () => askWhen(stop)} />
}

interface NewStopProps {
  name: string
  /** Values of the form. */
  values: object
  onDone(): void
}

/** A new stop may be given a slot instead of a place in this plan. */
export function NewStopButton({ name, values, onDone }: NewStopProps) {
  const { t } = useTranslation('when')
  const ask = useSlotQuestion((state) => state.ask)
  const {
    time_windows: _,
    pickup_id: _none,
    ...wanted
  } = values as SlotStop & { time_windows?: unknown; pickup_id?: unknown }
  return (
    <Button
      variant="default"
      leftSection={<IconCalendarTime size={16} />}
      disabled={!wanted.location}
      onClick={() => ask({ name, stop: wanted, onBooked: onDone })}
    >
      {t('when')}
    </Button>
  )
}
