// Some fields of the project's settings, as a step asks for them.
import { Button } from '@mantine/core'
import type { Project, StartStep } from '@routewright/contract'
import { useTranslation } from 'react-i18next'
import { FieldGrid } from '../forms/field-grid.tsx'
import { useRecordForm } from '../forms/use-record-form.tsx'
import { useProjectCalls } from '../settings/project-calls.ts'
import { ownFields } from '../settings/project-fields.ts'
import { ZoneOffer } from '../settings/zone-offer.tsx'
import { StepFoot } from './step-foot.tsx'

interface ProjectFormProps {
  project: Project
  step: StartStep
  names: readonly string[]
  areRequired?: boolean
  /** They are saved. */
  onSaved?(): Promise<unknown>
  onDone(): void
}

export function ProjectForm({ project, step, names, areRequired = false, onSaved, onDone }: ProjectFormProps) {
  const { t } = useTranslation('start')
  const { t: settingsWords } = useTranslation('settings')
  const { update, read } = useProjectCalls(project.id)
  const fields = ownFields(settingsWords, project)
    .filter(({ name }) => names.includes(name))
    .map((field) => ({ ...field, ...(areRequired && { isRequired: true }) }))
  const form = useRecordForm<Project>({
    words: 'settings',
    fields,
    stored: project,
    update,
    read,
    async onClose() {
      await read()
      await onSaved?.()
      onDone()
    },
  })
  return (
    <form id={form.id} noValidate onSubmit={form.onSubmit}>
      <FieldGrid fields={fields} form={form} />
      {step === 'project' && <ZoneOffer form={form} />}
      {form.notice}
      <StepFoot project={project} step={step} failure={form.failure} onDone={onDone}>
        <Button type="submit" loading={form.isBusy}>
          {t('save')}
        </Button>
      </StepFoot>
    </form>
  )
}
