// Editing of single cells: what is typed is sent when the cell is left, and shown until the plan has it. Undo takes it back.
import type { Stop } from '@routewright/contract'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Fault } from '../forms/field-kinds.ts'
import type { Fields } from '../forms/save-seen.ts'
import { stopName } from '../plan/plan-data.ts'
import { saveStopFields } from '../plan/record-edits.ts'
import { useEdit } from '../plan/use-edit.ts'
import { cellText, readCell } from './cell-values.ts'
import type { StopColumn } from './stop-columns.ts'

export interface EditedCell {
  stopId: string
  key: string
  text: string
}

export interface CellEdits {
  editing: EditedCell | undefined
  /** Texts typed into cells whose save is under way, by `cellId`. */
  sent: ReadonlyMap<string, string>
  begin(stop: Stop, column: StopColumn): void
  cancel(): void
  /** Leaves the cell; what is wrong with what was typed, and then it stays open. */
  commit(stop: Stop, column: StopColumn, text: string): Fault | undefined
}

export const cellId = (stopId: string, key: string) => `${stopId} ${key}`

export function useCellEdits(): CellEdits {
  const [editing, setEditing] = useState<EditedCell>()
  const [sent, setSent] = useState<ReadonlyMap<string, string>>(new Map())
  const save = useSaveCell()
  const begin = useCallback(
    (stop: Stop, column: StopColumn) => setEditing({ stopId: stop.id, key: column.key, text: cellText(column, stop) }),
    [],
  )
  const cancel = useCallback(() => setEditing(undefined), [])
  const commit = useCallback(
    (stop: Stop, column: StopColumn, text: string) => {
      const change = readCell(column, stop, text)
      if (change instanceof Fault) return change
      setEditing(undefined)
      if (!change) return undefined
      const id = cellId(stop.id, column.key)
      setSent((now) => new Map([...now, [id, text.trim()]]))
      void save(stop, change).then((isSaved) => {
        setSent((now) => new Map([...now].filter(([other]) => other !== id)))
        // A refused text is typed again, unless another cell is open by now.
        if (!isSaved) setEditing((now) => now ?? { stopId: stop.id, key: column.key, text })
      })
      return undefined
    },
    [save],
  )
  return useMemo(() => ({ editing, sent, begin, cancel, commit }), [editing, sent, begin, cancel, commit])
}

function useSaveCell() {
  const { t } = useTranslation('editor')
  const run = useEdit()
  return useCallback(
    (seen: Stop, fields: Fields) =>
      run(t('did.changed', { what: stopName(seen) }), (label) => saveStopFields(label, fields, seen)),
    [run, t],
  )
}
