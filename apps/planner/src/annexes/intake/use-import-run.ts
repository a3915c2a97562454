// Work that runs over the rows of an import: looking for their places, and sending them.
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureText } from '../../shell/failure.ts'
import { locateRows } from './geocode.ts'
import { useImport } from './import-store.ts'
import { loadAround } from './load-around.ts'
import { loadKnown, sendRows } from './send-rows.ts'

export interface ImportProgress {
  word: 'locating' | 'sending'
  done: number
  total: number
}

/** Before it is known how many addresses there are to look for. */
const looking: ImportProgress = { word: 'locating', done: 0, total: 0 }

/** Looks for the places of all rows, once `before` is done. */
export function usePlaces(projectId: string, before: () => Promise<void> = async () => {}) {
  const { t } = useTranslation(['import', 'shell'])
  const [progress, setProgress] = useState<ImportProgress | undefined>(looking)
  const [failure, setFailure] = useState('')
  const look = (signal: AbortSignal) => {
    setFailure('')
    // From the first moment: rows that are sent before their places are found would have none.
    setProgress(looking)
    // Without it places are judged by the other rows.
    Promise.all([before(), loadAround(projectId).catch(() => {})])
      .then(() => locateRows(projectId, (done, total) => setProgress({ word: 'locating', done, total }), signal))
      .catch((error) => !signal.aborted && setFailure(failureText(error, t)))
      .finally(() => !signal.aborted && setProgress(undefined))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once when the step opens; typed addresses are looked up by the button
  useEffect(() => {
    const control = new AbortController()
    look(control.signal)
    return () => control.abort()
  }, [projectId])
  return { progress, setProgress, failure, setFailure, lookAgain: () => look(new AbortController().signal) }
}

export function useImportRun(planId: string, projectId: string) {
  const { t } = useTranslation(['import', 'shell'])
  const { progress, setProgress, failure, setFailure, lookAgain } = usePlaces(projectId, () => loadKnown(planId))
  const send = async () => {
    setFailure('')
    try {
      await sendRows({
        planId,
        tell: (error) => failureText(error, t),
        onProgress: (done, total) => setProgress({ word: 'sending', done, total }),
      })
      useImport.setState({ step: 'result' })
    } catch (error) {
      setFailure(failureText(error, t))
    } finally {
      setProgress(undefined)
    }
  }
  return { progress, failure, lookAgain, send }
}
