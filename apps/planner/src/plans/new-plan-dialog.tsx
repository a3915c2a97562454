// A new plan: its day and, if wished, a name.
import { Alert, Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureText } from '../shell/failure.ts'
import { useFormats, useProject } from '../shell/session.ts'
import { useCreatePlan } from './plan-queries.ts'

/** `date` empty: tomorrow in the project's zone, which is what is planned most. */
export function NewPlanDialog({ date, onClose }: { date: string; onClose(): void }) {
  const { t } = useTranslation('plans')
  const project = useProject()
  const formats = useFormats()
  const navigate = useNavigate()
  const create = useCreatePlan(project.id)
  const [plan, setPlan] = useState({ label: '', date: date || formats.dayKey(Date.now() + 86_400_000) })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const { id } = await create.mutateAsync(plan).catch(() => ({ id: undefined }))
    if (id === undefined) return
    onClose()
    await navigate({ to: '/plan/$planId', params: { planId: id } })
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
            value={plan.date}
            onChange={({ currentTarget: { value } }) => setPlan((old) => ({ ...old, date: value }))}
          />
          <TextInput
            label={t('name')}
            description={t('name_hint')}
            maxLength={500}
            value={plan.label}
            onChange={({ currentTarget: { value } }) => setPlan((old) => ({ ...old, label: value }))}
          />
          {create.error && (
            <Alert color="red" role="alert">
              {failureText(create.error, t)}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('shell:cancel')}
            </Button>
            <Button type="submit" loading={create.isPending}>
              {t('create')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
