// Where the vehicles start and end.
import { Alert } from '@mantine/core'
import { IconMapOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ProjectForm } from './project-form.tsx'
import { isDepotOnMap } from './start-facts.ts'
import type { StepProps } from './step-props.ts'

const names = ['settings.depot']

export function DepotStep({ project, start, onDone }: StepProps) {
  const { t } = useTranslation('start')
  return (
    <>
      {isDepotOnMap(project, start.map) === false && (
        <Alert color="yellow" icon={<IconMapOff size={18} />} mb="md">
          {t('depot.outside')}
        </Alert>
      )}
      <ProjectForm project={project} step="depot" names={names} areRequired onDone={onDone} />
    </>
  )
}
