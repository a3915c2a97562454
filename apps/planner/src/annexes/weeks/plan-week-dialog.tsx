// Asks which days are to be planned together, and how much it counts that stops stay where they are.
import { Input, Modal, NumberInput, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { WeekPlanInput } from '@routewright/contract'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { organizationNow } from '../../shell/clock.ts'
import { DialogButtons } from '../../shell/dialog-buttons.tsx'
import { call } from '../../shell/service.ts'
import { useFormats, useProject } from '../../shell/session.ts'
import { Refusal } from '../../shell/states.tsx'
import { useAction } from '../../shell/use-action.ts'
import { useLastWeek } from './week-plans.ts'

const mostDays = 14
const stabilities = ['0', '0.5', '1'] as const
const words: Record<string, string> = { '0': 'free', '0.5': 'balanced', '1': 'firm' }

interface PlanWeekDialogProps {
  /** The days that a week begins with when it is planned anew. */
  start?: { from: string; days: number; stability: number }
  onClose(): void
}

export function PlanWeekDialog(props: PlanWeekDialogProps) {
  const { t } = useTranslation('week')
  return (
    <Modal opened onClose={props.onClose} title={t('title')}>
      <PlanWeekForm {...props} />
    </Modal>
  )
}

function PlanWeekForm({ start, onClose }: PlanWeekDialogProps) {
  const { t } = useTranslation('week')
  const formats = useFormats()
  const begin = useBeginWeek()
  const action = useAction()
  const [tomorrow] = useState(() => formats.dayKey(organizationNow() + 86_400_000))
  const [from, setFrom] = useState(start && start.from > tomorrow ? start.from : tomorrow)
  const [days, setDays] = useState(start?.days ?? 7)
  const [stability, setStability] = useState(String(start?.stability ?? 0.5))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void action.run(() => begin({ from, days, stability: Number(stability) }).then(onClose))
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm" c="dimmed">
          {t('plan_text')}
        </Text>
        <TextInput
          label={t('first_day')}
          type="date"
          required
          min={tomorrow}
          data-autofocus
          value={from}
          onChange={({ currentTarget: { value } }) => setFrom(value)}
        />
        <NumberInput
          label={t('days')}
          min={1}
          max={mostDays}
          allowDecimal={false}
          clampBehavior="strict"
          value={days}
          onChange={(value) => setDays(Number(value) || 1)}
        />
        <StabilityChoice value={stability} onChange={setStability} />
        <Refusal text={action.failure} />
        <DialogButtons label={t('start')} onCancel={onClose} loading={action.isBusy} />
      </Stack>
    </form>
  )
}

/** Asks for the week and goes to its page. */
function useBeginWeek(): (body: WeekPlanInput) => Promise<void> {
  const project = useProject()
  const navigate = useNavigate()
  const [, setLastWeek] = useLastWeek()
  return async (body) => {
    const { id } = await call(operations.planWeek, { project_id: project.id, body })
    setLastWeek(id)
    await navigate({ to: '/backlog/week/$weekPlanId', params: { weekPlanId: id } })
  }
}

function StabilityChoice({ value, onChange }: { value: string; onChange(value: string): void }) {
  const { t } = useTranslation('week')
  return (
    <Input.Wrapper label={t('stability.title')} description={t(`stability.${words[value]}_text`)}>
      <SegmentedControl
        fullWidth
        mt={6}
        aria-label={t('stability.title')}
        value={value}
        onChange={onChange}
        data={stabilities.map((stability) => ({ value: stability, label: t(`stability.${words[stability]}`) }))}
      />
    </Input.Wrapper>
  )
}
