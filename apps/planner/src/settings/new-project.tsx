// A new project, which is then the one on screen.

import { Modal, Select, Stack, TextInput } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DialogButtons } from '../shell/dialog-buttons.tsx'
import { call } from '../shell/service.ts'
import { projectsQuery, useProjectChoice } from '../shell/session.ts'
import { useAction } from '../shell/use-action.ts'
import { timezoneOptions } from './project-fields.ts'

export function NewProject({ onClose }: { onClose(): void }) {
  const { t } = useTranslation(['settings', 'shell', 'records'])
  const queries = useQueryClient()
  const { choose } = useProjectChoice()
  const action = useAction()
  const [label, setLabel] = useState('')
  const [timezone, setTimezone] = useState(Intl.DateTimeFormat().resolvedOptions().timeZone)
  const create = async () => {
    const done = await action.run(async () => {
      const { id } = await call(operations.createProject, { body: { label, timezone } })
      await queries.invalidateQueries({ queryKey: projectsQuery.queryKey })
      choose(id)
    }, t('records:saved'))
    if (done) onClose()
  }
  return (
    <Modal opened onClose={onClose} title={t('project.new')}>
      <Stack>
        <TextInput
          label={t('project.label')}
          data-autofocus
          required
          value={label}
          error={action.failure}
          onChange={({ currentTarget: { value } }) => setLabel(value)}
        />
        <Select
          label={t('project.timezone')}
          searchable
          allowDeselect={false}
          data={timezoneOptions(timezone)}
          value={timezone}
          onChange={(value) => setTimezone(value!)}
        />
        <DialogButtons
          label={t('shell:save')}
          loading={action.isBusy}
          disabled={label.trim() === ''}
          onCancel={onClose}
          onClick={create}
        />
      </Stack>
    </Modal>
  )
}
