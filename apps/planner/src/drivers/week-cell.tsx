// A cell of the week: what is there, and a menu of what may be instead.
import { Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useMayPlan } from '../shell/session.ts'
import classes from './week.module.css'

export interface WeekChoice {
  key: string
  label: string
  /** Why it is not the best one. */
  note?: string
  isChosen?: boolean
  act(): void
}

interface WeekCellProps {
  /** Of the button, for those who do not see the table. */
  name: string
  text: ReactNode
  /** What is wrong with it. */
  trouble?: string | undefined
  /** Absent, off: said with less weight. */
  isDim?: boolean
  choices(): readonly WeekChoice[]
}

export function WeekCell({ name, text, trouble, isDim, choices }: WeekCellProps) {
  const { t } = useTranslation('drivers')
  const mayPlan = useMayPlan()
  const content = (
    <>
      <span>{text}</span> {trouble && <span className={classes.trouble}>{trouble}</span>}
    </>
  )
  const look = {
    className: classes.button!,
    'data-dim': isDim || undefined,
    'data-trouble': Boolean(trouble) || undefined,
  }
  if (!mayPlan) return <div {...look}>{content}</div>
  return (
    <Menu position="bottom-start" width={260} withinPortal>
      <Menu.Target>
        <button type="button" {...look} aria-label={name}>
          {content}
        </button>
      </Menu.Target>
      <Menu.Dropdown className={classes.choices!} aria-label={t('week.choose')}>
        {choices().map(({ key, label, note, isChosen, act }) => (
          <Menu.Item
            key={key}
            onClick={act}
            fw={isChosen ? 650 : undefined}
            rightSection={note && <small>{note}</small>}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
