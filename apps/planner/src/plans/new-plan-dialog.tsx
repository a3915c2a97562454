// A new plan: its day and, if wished, a name; opened empty, or at the import of its stops.
import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { organizationNow } from '../shell/clock.ts'
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
    const { submitter } = event.nativeEvent as SubmitEvent
    const isImport = submitter?.getAttribute('value') === 'import'
    void action.run(async () => {
      const body = { execution_date: day, ...(label.trim() && { label: label.trim() }) }
      const { id } = await call(operations.createPlan, { project_id: project.id, body })
      await queries.invalidateQueries({ queryKey: ['plans', project.id] })
      onClose()
      await navigate({ href: isImport ? `/plan/${id}/import` : `/plan/${id}` })
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
          <Ways isBusy={action.isBusy} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  )
}

/** The first of the form is what Enter does. */
function Ways({ isBusy, onCancel }: { isBusy: boolean; onCancel(): void }) {
  const { t } = useTranslation(['plans', 'shell'])
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onCancel}>
        {t('shell:cancel')}
      </Button>
      <Button type="submit" loading={isBusy}>
        {t('create')}
      </Button>
      <Button type="submit" value="import" variant="light" disabled={isBusy}>
        {t('create_import')}
      </Button>
    </Group>
  )
}
