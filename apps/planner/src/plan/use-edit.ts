// Runs an edit from the screen: says what came of it, offers undo, and tells failures and conflicts kindly.
import type { EditAnswer } from '@routewright/contract'
import type { Formats } from '@routewright/ui/format'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { changedBy } from '../forms/save-seen.ts'
import { failureText } from '../shell/failure.ts'
import { hideNotice, noteFailure, noteWithAction } from '../shell/notices.tsx'
import { useFormats } from '../shell/session.ts'
import { effectOf, effectText } from './effect.ts'
import { useHistory } from './history.ts'
import { stopName } from './plan-data.ts'
import { currentPlan, usePlanStore } from './plan-store.ts'
import { useSelection } from './selection.ts'

const EDIT_NOTICE = 'edit'

export type RunEdit = (label: string, edit: (label: string) => Promise<EditAnswer | unknown>) => Promise<boolean>

export function useEdit(): RunEdit {
  const { t } = useTranslation('editor')
  const formats = useFormats()
  return useCallback(
    async (label, edit) => {
      try {
        const answer = await useHistory.getState().during(() => edit(label))
        const undo = () => void runHistory('undo', t, formats)
        const text = isEditAnswer(answer) && answer.effects.length > 0 ? effectText(effectOf(answer), formats, t) : ''
        noteWithAction(text ? `${label} · ${text}` : label, t('shell:undo'), undo, EDIT_NOTICE)
        if (isEditAnswer(answer)) tellRefusedRows(answer, t)
        return true
      } catch (error) {
        tellFailure(label, error, t, formats)
        return false
      }
    },
    [t, formats],
  )
}

function isEditAnswer(value: unknown): value is EditAnswer {
  return typeof value === 'object' && value !== null && 'results' in value && 'effects' in value
}

type Translate = ReturnType<typeof useTranslation>['t']

/** Rows that were not done stay selected, and each says why. */
function tellRefusedRows(answer: EditAnswer, t: Translate): void {
  const refused = answer.results.filter(({ done }) => !done)
  if (refused.length === 0) return
  const { stops } = currentPlan()
  useSelection.getState().select(refused.map(({ id }) => id).filter((id) => stops.has(id)))
  const lines = refused.slice(0, 5).map(({ id, message }) => {
    const stop = stops.get(id)
    return `${stop ? stopName(stop) : id}: ${message ?? ''}`
  })
  const rest = refused.length - lines.length
  noteFailure(
    t('not_done', { count: refused.length }),
    [...lines, ...(rest > 0 ? [t('and_more', { count: rest })] : [])].join('\n'),
  )
}

function tellFailure(label: string, error: unknown, t: Translate, formats: Formats): void {
  const by = changedBy(error)
  if (!by) {
    noteFailure(t('edit_failed', { label }), failureText(error, t))
    return
  }
  const who = by.name || t('shell:conflict.somebody')
  noteFailure(t('edit_failed', { label }), t('shell:conflict.told', { who, time: formats.clock(by.at) }))
  // Somebody else was faster: show what is there now.
  void usePlanStore.getState().reload()
}

/** Undo or redo, with a word on what was taken back. */
export async function runHistory(direction: 'undo' | 'redo', t: Translate, formats: Formats): Promise<void> {
  hideNotice(EDIT_NOTICE)
  try {
    await useHistory.getState()[direction]()
  } catch (error) {
    tellFailure(t(direction), error, t, formats)
  }
}
