// The meaning of the chosen slot, or why it is refused, and the actions on it.
import { Button, Group, Text } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { SlotOffer, SlotPromise } from '@routewright/contract'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { distanceChangeText } from '../../shell/distance.tsx'
import { newId } from '../../shell/new-id.ts'
import { noteWithAction } from '../../shell/notices.tsx'
import { call } from '../../shell/service.ts'
import { useFormats, useProject } from '../../shell/session.ts'
import { Refusal } from '../../shell/states.tsx'
import { useAction } from '../../shell/use-action.ts'
import type { SlotCell } from './slot-cells.ts'
import classes from './slot-grid.module.css'
import { useCostText, useReasonText } from './slot-grid.tsx'
import type { SlotSubject } from './slot-question.ts'

interface ChosenSlotProps {
  cell: SlotCell | undefined
  subject: SlotSubject
  mayPlan: boolean
  onDone(): void
  /** Others were quicker, or it is held now: the costs are asked for again. */
  onGone(): void
}

export function ChosenSlot({ cell, mayPlan, ...props }: ChosenSlotProps) {
  const { t } = useTranslation('when')
  const formats = useFormats()
  const reasonText = useReasonText()
  const { date, time_window } = (cell && ('offer' in cell ? cell.offer : cell.refusal)) ?? {}
  return (
    <div className={classes.chosen} aria-live="polite">
      {!cell && <Text c="dimmed">{t('choose')}</Text>}
      {date && time_window && (
        <Text fw={600}>
          {formats.calendarDate(date)}, {formats.timeWindow(time_window)}
        </Text>
      )}
      {cell && 'refusal' in cell && <Text size="sm">{t('not_possible', { reason: reasonText(cell.refusal) })}</Text>}
      {cell && 'offer' in cell && (
        <>
          <OfferText offer={cell.offer} />
          {mayPlan && <SlotButtons offer={cell.offer} {...props} />}
        </>
      )}
    </div>
  )
}

/** `+12 min · +4.2 km · Van 3, stop 7 of its day · there at 10:40`. */
function OfferText({ offer }: { offer: SlotOffer }) {
  const { t } = useTranslation('when')
  const formats = useFormats()
  const costText = useCostText()
  const van = offer.vehicle_label ?? t('some_vehicle')
  const parts = [
    ...(offer.cost_unit === 'price' ? [costText(offer)] : []),
    formats.durationChange(offer.added_time),
    distanceChangeText(offer.added_distance, offer, formats, t),
    offer.opens_vehicle ? t('opens_vehicle', { van }) : t('joins', { van, stops: offer.stops_on_route }),
    t('arrives', { time: formats.timeOfDay(offer.arrives_at) }),
  ]
  return (
    <>
      <Text size="sm">{parts.join(' · ')}</Text>
      <PartsText offer={offer} />
      <SureText offer={offer} />
    </>
  )
}

/** `+41 min on the day as it is, usually +9 min: 80 % of its orders are still to come`. */
function PartsText({ offer: { cost_made_of: parts, cost_unit } }: { offer: SlotOffer }) {
  const { t } = useTranslation('when')
  const formats = useFormats()
  const costText = useCostText()
  if (!parts) return null
  const getText = (cost: number) => costText({ cost, cost_unit })
  const { now, usual, still_to_come, past_days } = parts
  const share = formats.percent(still_to_come)
  return (
    <Text size="sm" c="dimmed">
      {t('made_of', { now: getText(now), usual: getText(usual), share, days: past_days })}
    </Text>
  )
}

/** Below a stop a week nobody would see it. */
const fewLate = 0.15

/** `in time on 93 % of days · 0.8 kg CO₂e`. */
function SureText({ offer: { kept_chance, others_late, added_emission } }: { offer: SlotOffer }) {
  const { t } = useTranslation('when')
  const formats = useFormats()
  const parts = [
    ...(kept_chance === undefined ? [] : [t('in_time', { chance: formats.percent(kept_chance) })]),
    ...(others_late === undefined || others_late < fewLate
      ? []
      : [t('others_late', { late: formats.number(others_late, 1) })]),
    ...(added_emission === undefined ? [] : [t('emits', { kilograms: formats.number(added_emission, 1) })]),
  ]
  return (
    <Text size="sm" c="dimmed">
      {parts.join(' · ')}
    </Text>
  )
}

function SlotButtons({
  offer,
  subject,
  onDone,
  onGone,
}: { offer: SlotOffer } & Omit<ChosenSlotProps, 'cell' | 'mayPlan'>) {
  const { t } = useTranslation('when')
  const action = useAction()
  const slot = useHeldSlot(subject, offer)
  const act = async (work: () => Promise<unknown>) => {
    const isDone = await action.run(work)
    if (!isDone) onGone()
    return isDone
  }
  const book = async () => {
    if (await act(slot.book)) onDone()
  }
  // The caller that gives the slot tells a failure.
  const give = subject.give && (async () => ((await subject.give!(offer)) ? onDone() : onGone()))
  return (
    <>
      <Refusal text={action.failure} mt="xs" />
      <Group mt="xs" gap="xs">
        {give ? (
          <Button loading={action.isBusy} onClick={() => void act(give)}>
            {t('move')}
          </Button>
        ) : (
          <>
            <Button loading={action.isBusy} onClick={() => void book()}>
              {t('book')}
            </Button>
            <Button variant="default" disabled={action.isBusy} onClick={() => void act(slot.holdOrRelease)}>
              {slot.held ? t('release') : t('hold', { minutes: heldMinutes })}
            </Button>
            {slot.held && <HeldUntil promise={slot.held} />}
          </>
        )}
      </Group>
    </>
  )
}

const heldMinutes = 15

function HeldUntil({ promise }: { promise: SlotPromise }) {
  const { t } = useTranslation('when')
  const formats = useFormats()
  return (
    <Text size="sm" role="status">
      {t('held_until', { time: formats.clock(promise.held_until) })}
    </Text>
  )
}

/** Holds the slot while the customer decides, and makes the stop afterwards. */
function useHeldSlot({ stop, name, onBooked }: SlotSubject, offer: SlotOffer) {
  const { t } = useTranslation('when')
  const project = useProject()
  const navigate = useNavigate()
  const [held, setHeld] = useState<SlotPromise>()
  // One key for the same slot of this dialog: a hold whose response was lost is repeated.
  const [key] = useState(() => `planner-${newId()}`)
  const hold = async () => {
    const body = { key, slot_id: offer.id, stop, minutes: heldMinutes }
    const promise = await call(operations.holdSlot, { project_id: project.id, body }, { repeatable: true })
    setHeld(promise)
    return promise
  }
  return {
    held,
    async holdOrRelease() {
      if (!held) return hold()
      await call(operations.releaseSlot, { slot_promise_id: held.id })
      setHeld(undefined)
    },
    async book() {
      const { id } = held ?? (await hold())
      const booked = await call(operations.bookSlot, { slot_promise_id: id }, { repeatable: true })
      const open = () => void navigate({ to: '/plan/$planId', params: { planId: booked.plan_id ?? '' } })
      noteWithAction(t('booked', { name }), { label: t('open_plan'), act: open })
      onBooked?.()
    },
  }
}
