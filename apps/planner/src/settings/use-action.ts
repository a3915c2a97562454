// One action at a time with what came of it: busy, a sentence for a refusal, a notice for success.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { refusedField } from '../records/record-queries.ts'
import { failureText } from '../shell/failure.ts'
import { noteSuccess } from '../shell/notices.tsx'

export interface Action {
  isBusy: boolean
  failure: string
  /** The field that the service refused, with the reason. */
  refused: { field: string; reason: string } | undefined
  /** Answers whether it worked. */
  run(work: () => Promise<unknown>, done?: string): Promise<boolean>
}

export function useAction(): Action {
  const { t } = useTranslation('shell')
  const [state, setState] = useState<Omit<Action, 'run'>>({ isBusy: false, failure: '', refused: undefined })
  return {
    ...state,
    async run(work, done) {
      setState({ isBusy: true, failure: '', refused: undefined })
      try {
        await work()
        setState({ isBusy: false, failure: '', refused: undefined })
        if (done) noteSuccess(done)
        return true
      } catch (error) {
        setState({ isBusy: false, failure: failureText(error, t), refused: refusedField(error) })
        return false
      }
    },
  }
}
