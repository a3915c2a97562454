// The input of a cell: Enter saves and goes down, Tab saves and goes to the next cell, Escape leaves it as it was.
import type { Stop } from '@routewright/contract'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Fault } from '../forms/field-kinds.ts'
import { columnTitle, type StopColumn } from './stop-columns.ts'
import classes from './stop-table.module.css'
import type { TableLook } from './table-row.tsx'

interface CellInputProps {
  stop: Stop
  column: StopColumn
  text: string
  look: Pick<TableLook, 'columns' | 'begin' | 'cancel' | 'commit' | 'goDown' | 'setActiveKey' | 'focusTable'>
}

export function CellInput({ stop, column, text, look }: CellInputProps) {
  const { t } = useTranslation('editor')
  const [value, setValue] = useState(text)
  const [fault, setFault] = useState<Fault>()
  const input = useRef<HTMLInputElement>(null)
  /** Enter and Escape end it before the focus leaves it. */
  const isOver = useRef(false)
  const faultId = useId()
  useEffect(() => input.current?.select(), [])
  const save = (): boolean => {
    if (isOver.current) return true
    const wrong = look.commit(stop, column, value)
    setFault(wrong)
    isOver.current = wrong === undefined
    return isOver.current
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      isOver.current = true
      look.cancel()
      look.focusTable()
    } else if (event.key === 'Enter' || event.key === 'Tab') {
      if (save()) leave(event, stop, column, look)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <>
      <input
        ref={input}
        className={classes.input}
        aria-label={columnTitle(column, t)}
        aria-invalid={fault !== undefined}
        aria-describedby={fault ? faultId : undefined}
        value={value}
        onChange={({ currentTarget }) => setValue(currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={save}
      />
      {fault && (
        <span id={faultId} className={classes.fault} role="alert">
          {columnTitle(column, t)}: {t(fault.word, { ...fault.details })}
        </span>
      )}
    </>
  )
}

function leave({ key, shiftKey }: KeyboardEvent, stop: Stop, column: StopColumn, look: CellInputProps['look']): void {
  look.focusTable()
  if (key === 'Enter') {
    look.goDown(stop.id)
    return
  }
  const editable = look.columns.filter(({ field }) => field)
  const next = editable[editable.indexOf(column) + (shiftKey ? -1 : 1)]
  if (!next) return
  look.setActiveKey(next.key)
  look.begin(stop, next)
}
