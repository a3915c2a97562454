// Runs an edit from the screen: says what came of it, offers undo, and tells failures and conflicts kindly.
import type { EditAnswer } from '@routewright/contract'
import type { Formats } from '@routewright/ui/format'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { changedBy } from '../forms/save-seen.ts'
import { failureText } from '../shell/failure.ts'
import { hideNotice, noteFailure, noteWithAction } from '../shell/notices.tsx'
import { useFormats } from '../shell/session.ts'
import { computeEffect, effectText } from './effect.ts'
import { useHistory } from './history.ts'
import { stopName } from './plan-data.ts'
import { currentPlan, usePlanStore } from './plan-store.ts'
import { useSelection } from './selection.ts'
import { getReason } from './warnings.ts'

/** The notice of the latest edit. */
export const EDIT_NOTICE = 'edit'

export type RunEdit = (label: string, edit: (label: string) => Promise<EditAnswer | unknown>) => Promise<boolean>

export function useEdit(): RunEdit {
  const { t } = useTranslation('editor')
  const formats = useFormats()
  return useCallback(
    async (label, edit) => {
      try {
        const answer = await useHistory.getState().during(() => edit(label))
        const undo = { label: t('shell:undo'), act: () => void runHistory('undo', t, formats) }
        if (!isEditAnswer(answer)) {
          noteWithAction(label, undo, EDIT_NOTICE)
          return true
        }
        const text = answer.effects.length > 0 ? effectText(computeEffect(answer), formats, t) : ''
        const refused = answer.results.filter(({ done }) => !done)
        if (refused.length === 0) noteWithAction([label, text].filter(Boolean).join(' · '), undo, EDIT_NOTICE)
        else tellRefused(answer, refused, { text, undo }, t)
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

/** One notice says what was done and what was not; what was not stays selected, and each says why. */
function tellRefused(
  { results, undo: canUndo }: EditAnswer,
  refused: EditAnswer['results'],
  done: { text: string; undo: Parameters<typeof noteWithAction>[1] },
  t: Translate,
): void {
  const { stops } = currentPlan()
  useSelection.getState().select(refused.map(({ id }) => id).filter((id) => stops.has(id)))
  const lines = refused.slice(0, MOST_REASONS).map(({ id, message = '', message_id = '' }) => {
    const stop = stops.get(id)
    return `${stop ? stopName(stop) : id}: ${getReason({ code: message_id, message }, t)}`
  })
  const rest = refused.length - lines.length
  const reasons = [...lines, ...(rest > 0 ? [t('and_more', { count: rest })] : [])].join('\n')
  hideNotice(EDIT_NOTICE)
  const doneCount = results.length - refused.length
  if (doneCount === 0 || !canUndo) {
    noteFailure(t('not_done', { count: refused.length }), reasons)
    return
  }
  const title = [t('partly_done', { done: doneCount, count: results.length }), done.text].filter(Boolean).join(' · ')
  noteFailure(title, reasons, done.undo)
}

const MOST_REASONS = 5

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
