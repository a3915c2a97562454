// Finding a time: days and windows with what each would cost, and the way from there to a hold, a booking or a move.
import { ActionIcon, Button, Group, Modal, NumberInput, Stack, Text } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { SlotAnswer } from '@routewright/contract'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { organizationNow } from '../../shell/clock.ts'
import { Loaded } from '../../shell/loaded.tsx'
import { useFormats, useMayPlan, useProject } from '../../shell/session.ts'
import { useAnswer } from '../../shell/use-answer.ts'
import { ChosenSlot } from './chosen-slot.tsx'
import { listRows, type SlotCell } from './slot-cells.ts'
import { SlotGrid } from './slot-grid.tsx'
import { type SlotSubject, useSlotQuestion } from './slot-question.ts'
import { windowsOver } from './slot-windows.ts'

const dayCount = 7
/** The most slots of one response: all windows of all days are shown. */
const mostSlots = 1_440

export default function WhenDialog() {
  const { t } = useTranslation('when')
  const { subject, close } = useSlotQuestion()
  if (!subject) return null
  return (
    <Modal opened onClose={close} size={960} title={t('title', { name: subject.name })}>
      <WhenBody subject={subject} onClose={close} />
    </Modal>
  )
}

function WhenBody({ subject, onClose }: { subject: SlotSubject; onClose(): void }) {
  const formats = useFormats()
  const mayPlan = useMayPlan()
  const [today] = useState(() => formats.dayKey(organizationNow()))
  const [from, setFrom] = useState(subject.from && subject.from > today ? subject.from : today)
  const [minutes, setMinutes] = useState<number>()
  const [chosen, setChosen] = useState<SlotCell>()
  const days = Array.from({ length: dayCount }, (_, index) => laterDay(from, index))
  const duration = subject.stop.duration ?? (minutes === undefined ? undefined : minutes * 60)
  const stop = { ...subject.stop, ...(duration !== undefined && { duration }) }
  const query = useOffers(subject, stop, days)
  return (
    // The heading covers what stands right below it: the ring of a focused button needs some room.
    <Stack pt={4}>
      <Group justify="space-between" align="flex-end">
        <Weeks from={from} today={today} onChange={setFrom} />
        {subject.stop.duration === undefined && !subject.stopId && (
          <MinutesOnSite value={minutes} onChange={setMinutes} />
        )}
      </Group>
      <Loaded query={query} rows={5} rowHeight={38}>
        {(answer: SlotAnswer) => (
          <SlotGrid days={days} rows={listRows(answer, days)} chosen={chosen} onChoose={setChosen} />
        )}
      </Loaded>
      <ChosenSlot
        key={chosen && 'offer' in chosen ? chosen.offer.id : 'none'}
        cell={chosen}
        subject={{ ...subject, stop }}
        mayPlan={mayPlan}
        onDone={onClose}
        onGone={() => void query.refetch()}
      />
    </Stack>
  )
}

/** Offers of the windows of these days now. Held and booked slots of others change them, so they are fetched again when one looks. */
function useOffers(subject: SlotSubject, stop: SlotSubject['stop'], days: readonly string[]) {
  const project = useProject()
  const { data: fleet } = useAnswer(['vehicles', project.id, 'hours'], operations.listVehicles, {
    project_id: project.id,
    limit: 100,
  })
  const { data: rules } = useAnswer(['slot-rules', project.id], operations.getSlotRules, { project_id: project.id })
  const hasGrid = (rules?.grid ?? []).length > 0
  const windows = windowsOver((fleet?.docs ?? []).map(({ default_time_window }) => default_time_window))
  const [from, to] = [days[0]!, days.at(-1)!]
  const ask = { stop, from, to, most: mostSlots, sort: 'date' as const }
  const body = { ...ask, ...(!hasGrid && { windows }), ...(subject.stopId && { stop_id: subject.stopId }) }
  return useAnswer(
    ['slots', project.id, body],
    operations.findSlots,
    { project_id: project.id, body },
    {
      how: { repeatable: true },
      enabled: fleet !== undefined && rules !== undefined,
      staleTime: 0,
      placeholderData: keepPreviousData,
    },
  )
}

function Weeks({ from, today, onChange }: { from: string; today: string; onChange(from: string): void }) {
  const { t } = useTranslation('when')
  const formats = useFormats()
  const earlier = laterDay(from, -dayCount)
  return (
    <Group gap="xs">
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t('earlier')}
        disabled={from <= today}
        onClick={() => onChange(earlier < today ? today : earlier)}
      >
        <IconChevronLeft size={18} />
      </ActionIcon>
      <Button variant="default" disabled={from === today} onClick={() => onChange(today)}>
        {t('from_today')}
      </Button>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t('later')}
        onClick={() => onChange(laterDay(from, dayCount))}
      >
        <IconChevronRight size={18} />
      </ActionIcon>
      <Text size="sm" c="dimmed" aria-live="polite">
        {formats.calendarDate(from)} – {formats.calendarDate(laterDay(from, dayCount - 1))}
      </Text>
    </Group>
  )
}

interface MinutesProps {
  value: number | undefined
  onChange(minutes: number | undefined): void
}

function MinutesOnSite({ value, onChange }: MinutesProps) {
  const { t } = useTranslation('when')
  return (
    <NumberInput
      label={t('minutes')}
      w={150}
      min={0}
      max={1_440}
      value={value ?? ''}
      onChange={(next) => onChange(typeof next === 'number' ? next : undefined)}
    />
  )
}

function laterDay(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}
