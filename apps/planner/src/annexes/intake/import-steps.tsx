// Where somebody is on the way from a file to what comes of it, and the question before rows are lost.
import { Stepper } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './import.module.css'
import type { Step } from './import-store.ts'

/** Leaving the page with rows that are not sent is asked about. */
export function useLeaveWarning(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isDirty])
}

export function ImportSteps({ steps, step }: { steps: readonly Step[]; step: Step }) {
  const { t } = useTranslation('import')
  return (
    <Stepper
      active={steps.indexOf(step)}
      size="sm"
      mb="lg"
      maw={760}
      className={classes.steps!}
      allowNextStepsSelect={false}
    >
      {steps.map((entry) => (
        <Stepper.Step
          key={entry}
          label={t(`steps.${entry}`)}
          allowStepSelect={false}
          aria-current={entry === step ? 'step' : undefined}
        />
      ))}
    </Stepper>
  )
}
