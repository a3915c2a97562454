// The buttons below a step: take it, or leave it out.
import { Button, Group } from '@mantine/core'
import type { Project, StartStep } from '@routewright/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Refusal } from '../shell/states.tsx'
import { useAction } from '../shell/use-action.ts'
import { useSettleSteps } from './settle-steps.ts'

interface StepFootProps {
  project: Project
  step: StartStep
  /** A refusal from outside of this foot. */
  failure?: string
  onDone(): void
  /** The button that takes the step. */
  children?: ReactNode
}

export function StepFoot({ project, step, failure, onDone, children }: StepFootProps) {
  const { t } = useTranslation('start')
  const action = useAction()
  const settle = useSettleSteps(project.id)
  const skip = async () => {
    if (await action.run(() => settle([step]))) onDone()
  }
  return (
    <>
      <Refusal text={failure || action.failure} mt="md" />
      <Group mt="md" gap="xs">
        {children}
        <Button variant="subtle" loading={action.isBusy} onClick={() => void skip()}>
          {t('skip')}
        </Button>
      </Group>
    </>
  )
}
