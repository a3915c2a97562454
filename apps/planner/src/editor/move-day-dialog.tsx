// Moves stops to another plan: the plans of the days around are offered.
import { Alert, Modal, Select, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { planPageQuery } from '../plan/listed-plans.ts'
import { dayOfPlan } from '../plan/plan-day.ts'
import { usePlanData } from '../plan/plan-store.ts'
import { useSelection } from '../plan/selection.ts'
import { moveToPlan } from '../plan/stop-edits.ts'
import { useEdit } from '../plan/use-edit.ts'
import { DialogButtons } from '../shell/dialog-buttons.tsx'
import { failureText } from '../shell/failure.ts'
import { useFormats } from '../shell/session.ts'

export function MoveDayDialog({ stopIds, onClose }: { stopIds: readonly string[]; onClose(): void }) {
  const { t } = useTranslation('editor')
  const formats = useFormats()
  const { plan } = usePlanData()
  const run = useEdit()
  const { data, error } = useQuery(planPageQuery(plan.project_id, {}, 1))
  const [toId, setToId] = useState<string | null>(null)
  const offered = (data?.docs ?? []).filter(({ id, status }) => id !== plan.id && status !== 'finished')
  const getName = (other: typeof plan) =>
    [formats.calendarDate(dayOfPlan(other, formats.dayKey)), other.label].filter(Boolean).join(' · ')
  const submit = () => {
    const target = offered.find(({ id }) => id === toId)
    if (!target) return
    onClose()
    useSelection.getState().clear()
    const label = t('did.moved_day', { count: stopIds.length, plan: getName(target) })
    void run(label, (text) => moveToPlan(text, [...stopIds], target.id))
  }
  return (
    <Modal opened onClose={onClose} title={t('move_day')}>
      <Stack>
        {error && <Alert color="red">{failureText(error, t)}</Alert>}
        <Select
          label={t('to_plan')}
          description={t('to_plan_hint')}
          searchable
          data-autofocus
          nothingFoundMessage={t('no_other_plan')}
          data={offered.map((other) => ({ value: other.id, label: getName(other) }))}
          value={toId}
          onChange={setToId}
        />
        <DialogButtons
          label={t('move_count', { count: stopIds.length })}
          onCancel={onClose}
          disabled={toId === null}
          onClick={submit}
        />
      </Stack>
    </Modal>
  )
}
