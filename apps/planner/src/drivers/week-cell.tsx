// A cell of the week: what is there, and a menu of what may be instead.
import { Menu } from '@mantine/core'
import { type DragEvent, type KeyboardEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMayPlan } from '../shell/session.ts'
import { useCarried } from './carried-driver.ts'
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
  /** Name of the button, for screen readers. */
  name: string
  text: ReactNode
  /** The trouble with this cell. */
  trouble?: string | undefined
  /** Absent, off: said with less weight. */
  isDim?: boolean
  choices(): readonly WeekChoice[]
  /** Action when a driver who is dragged or taken up is put here. */
  place?: { label: string; act(): void } | undefined
  /** Takes up who is here, to be set down elsewhere. */
  takeUp?: (() => void) | undefined
}

export function WeekCell({ name, text, trouble, isDim, choices, place, takeUp }: WeekCellProps) {
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
  const dropping = useDropping(place, takeUp)
  if (!mayPlan) return <div {...look}>{content}</div>
  return (
    <Menu position="bottom-start" width={260} withinPortal disabled={place !== undefined}>
      <Menu.Target>
        <button type="button" {...look} {...dropping} aria-label={place ? `${name}. ${place.label}` : name}>
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

/** A press sets down who was taken up; so does letting go of who is dragged. Escape leaves everything as it is. */
function useDropping(place: WeekCellProps['place'], takeUp: WeekCellProps['takeUp']) {
  const setDown = useCarried((state) => state.setDown)
  const [isOver, setOver] = useState(false)
  const act = () => {
    setOver(false)
    setDown()
    place?.act()
  }
  return {
    'data-place': (place && (isOver ? 'over' : 'free')) || undefined,
    draggable: takeUp !== undefined,
    ...(place && { onClick: act }),
    onKeyDown: (event: KeyboardEvent) => event.key === 'Escape' && setDown(),
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.setData('text/plain', '')
      takeUp?.()
    },
    onDragEnd: setDown,
    onDragOver: (event: DragEvent) => {
      if (!place) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      act()
    },
  }
}
