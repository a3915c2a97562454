// The number of a step in its circle, or that it is done or left out.
import { IconCheck, IconMinus } from '@tabler/icons-react'
import classes from './step-number.module.css'

interface StepNumberProps {
  number: number
  state: 'done' | 'skipped' | 'open'
  isCurrent: boolean
  /** Label of a done step for screen readers. */
  doneWord: string
}

export function StepNumber({ number, state, isCurrent, doneWord }: StepNumberProps) {
  return (
    <span className={classes.number} data-state={state} data-current={isCurrent || undefined}>
      {state === 'done' ? (
        <IconCheck size={18} aria-label={doneWord} />
      ) : state === 'skipped' ? (
        <IconMinus size={18} aria-hidden="true" />
      ) : (
        number
      )}
    </span>
  )
}
