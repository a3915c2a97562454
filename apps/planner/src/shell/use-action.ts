// One action at a time with what came of it: busy, a sentence for a refusal, a notice for success.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureText } from './failure.ts'
import { noteSuccess } from './notices.tsx'

interface Action {
  isBusy: boolean
  failure: string
  /** Returns whether it worked. */
  run(work: () => Promise<unknown>, done?: string): Promise<boolean>
}

export function useAction(): Action {
  const { t } = useTranslation('shell')
  const [state, setState] = useState({ isBusy: false, failure: '' })
  return {
    ...state,
    async run(work, done) {
      setState({ isBusy: true, failure: '' })
      try {
        await work()
        setState({ isBusy: false, failure: '' })
        if (done) noteSuccess(done)
        return true
      } catch (error) {
        setState({ isBusy: false, failure: failureText(error, t) })
        return false
      }
    },
  }
}
