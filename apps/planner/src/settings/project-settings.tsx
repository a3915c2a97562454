// Settings of the project on screen: the sections that a part of the settings shows, with one button that saves them.

import { Button } from '@mantine/core'
import type { Project } from '@routewright/contract'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldGrid } from '../forms/field-grid.tsx'
import { FormFoot } from '../forms/form-foot.tsx'
import { useRecordForm } from '../forms/use-record-form.tsx'
import { useMayManage, useProject } from '../shell/session.ts'
import { NewProject } from './new-project.tsx'
import { useProjectCalls } from './project-calls.ts'
import { projectParts } from './project-fields.ts'
import { Section } from './section.tsx'
import classes from './settings.module.css'
import { ZoneOffer } from './zone-offer.tsx'

interface ProjectSettingsProps {
  sections: readonly string[]
}

export default function ProjectSettings({ sections }: ProjectSettingsProps) {
  const project = useProject()
  return <ProjectForm key={project.id} project={project} sections={sections} />
}

function ProjectForm({ project, sections }: ProjectSettingsProps & { project: Project }) {
  const { t } = useTranslation(['settings', 'shell', 'records'])
  const mayChange = useMayManage()
  const [isNew, setNew] = useState(false)
  const parts = projectParts(t, project).filter(({ word }) => sections.includes(word))
  const form = useRecordForm<Project>({
    words: 'settings',
    fields: parts.flatMap(({ fields }) => fields),
    stored: project,
    staysOpen: true,
    ...useProjectCalls(project.id),
  })
  const newButton = (
    <Button variant="default" size="xs" leftSection={<IconPlus size={15} />} onClick={() => setNew(true)}>
      {t('project.new')}
    </Button>
  )
  return (
    <form id={form.id} onSubmit={form.onSubmit}>
      <fieldset disabled={!mayChange} style={{ border: 0, padding: 0, margin: 0 }}>
        {parts.map(({ word, fields, isNarrow }) => (
          <Section
            key={word}
            name={word}
            title={t(`${word}.title`)}
            text={t(`${word}.text`)}
            actions={word === 'project' && mayChange && newButton}
          >
            <FieldGrid fields={fields} form={form} isNarrow={isNarrow} />
            {word === 'project' && <ZoneOffer form={form} />}
          </Section>
        ))}
        {mayChange && (
          <div className={classes.bar}>
            <FormFoot form={form} hasNoCancel />
          </div>
        )}
      </fieldset>
      {isNew && <NewProject onClose={() => setNew(false)} />}
    </form>
  )
}
