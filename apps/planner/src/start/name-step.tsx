// Name of the project, its time zone, units and the language of its mails.
import { ProjectForm } from './project-form.tsx'
import { useSettleSteps } from './settle-steps.ts'
import type { StepProps } from './step-props.ts'

const names = ['label', 'timezone', 'settings.units', 'settings.language']

/** They have values from the beginning: that somebody looked at them is kept. */
export function NameStep({ project, onDone }: StepProps) {
  const settle = useSettleSteps(project.id)
  return (
    <ProjectForm project={project} step="project" names={names} onSaved={() => settle(['project'])} onDone={onDone} />
  )
}
