// A step: how it stands, what came of it, and, unfolded, what it asks for.
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { StepNumber } from '../shell/step-number.tsx'
import classes from './start.module.css'

interface StepCardProps {
  number: number
  title: string
  /** Summary of the step; empty while it has no result. */
  summary: string
  state: 'done' | 'skipped' | 'open'
  isOpen: boolean
  onToggle(): void
  children: ReactNode
}

export function StepCard({ number, title, summary, state, isOpen, onToggle, children }: StepCardProps) {
  const { t } = useTranslation('start')
  const id = useId()
  const head = useFocusWhenOpened(isOpen)
  return (
    <li className={classes.step} aria-current={isOpen ? 'step' : undefined}>
      <h2 className={classes.heading}>
        <button
          ref={head}
          type="button"
          className={classes.head}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={onToggle}
        >
          <StepNumber number={number} state={state} isCurrent={isOpen} doneWord={t('done')} />
          <span className={classes.words}>
            <span className={classes.title}>{title}</span>
            {summary && <span className={classes.summary}>{summary}</span>}
          </span>
          <IconChevronDown size={18} className={classes.chevron} aria-hidden="true" />
        </button>
      </h2>
      <div id={id} hidden={!isOpen} className={classes.content}>
        {isOpen && children}
      </div>
    </li>
  )
}

/** A person who finished one step by the keyboard goes on in the next; on arrival the page keeps the focus. */
function useFocusWhenOpened(isOpen: boolean) {
  const head = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (isOpen && !wasOpen.current) {
      head.current?.focus({ preventScroll: true })
      head.current?.closest('li')?.scrollIntoView({ block: 'nearest' })
    }
    wasOpen.current = isOpen
  }, [isOpen])
  return head
}
