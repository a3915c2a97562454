// A new plan: its day and, if wished, a name.
import { Modal, Stack, TextInput } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { organizationNow } from '../shell/clock.ts'
import { DialogButtons } from '../shell/dialog-buttons.tsx'
import { call } from '../shell/service.ts'
import { useFormats, useProject } from '../shell/session.ts'
import { Refusal } from '../shell/states.tsx'
import { useAction } from '../shell/use-action.ts'

/** `date` empty: tomorrow in the project's zone, which is what is planned most. */
export function NewPlanDialog({ date, onClose }: { date: string; onClose(): void }) {
  const { t } = useTranslation('plans')
  const project = useProject()
  const formats = useFormats()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const action = useAction()
  const [label, setLabel] = useState('')
  const [day, setDay] = useState(date || formats.dayKey(organizationNow() + 86_400_000))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void action.run(async () => {
      const body = { execution_date: day, ...(label.trim() && { label: label.trim() }) }
      const { id } = await call(operations.createPlan, { project_id: project.id, body })
      await queries.invalidateQueries({ queryKey: ['plans', project.id] })
      onClose()
      await navigate({ to: '/plan/$planId', params: { planId: id } })
    })
  }
  return (
    <Modal opened onClose={onClose} title={t('new')}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={t('day')}
            type="date"
            required
            data-autofocus
            value={day}
            onChange={({ currentTarget: { value } }) => setDay(value)}
          />
          <TextInput
            label={t('name')}
            description={t('name_hint')}
            maxLength={500}
            value={label}
            onChange={({ currentTarget: { value } }) => setLabel(value)}
          />
          <Refusal text={action.failure} />
          <DialogButtons label={t('create')} onCancel={onClose} loading={action.isBusy} />
        </Stack>
      </form>
    </Modal>
  )
}
