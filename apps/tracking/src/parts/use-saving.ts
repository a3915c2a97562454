// One thing being saved: what its button and its line of status say, without ever losing what was typed.
import { useState } from 'preact/hooks'
import { CallFailed, type Reason } from '../view/calls.ts'
import type { Say, WordKey } from '../words/words.ts'

const words: Record<Reason, WordKey> = {
  closed: 'closedTitle',
  offline: 'errorOffline',
  busy: 'errorBusy',
  refused: 'errorRefused',
  forbidden: 'errorForbidden',
  over: 'errorOver',
  taken: 'errorTaken',
}

export interface Saving {
  isBusy: boolean
  /** For the line of status; empty while there is nothing to say. */
  text: string
  isError: boolean
  /** True when it went well. */
  run: (work: () => Promise<void>, thanks: WordKey) => Promise<boolean>
  tell: (key: WordKey) => void
}

export function useSaving(say: Say): Saving {
  const [state, setState] = useState<{ key?: WordKey; isBusy: boolean; isError: boolean }>({
    isBusy: false,
    isError: false,
  })
  return {
    isBusy: state.isBusy,
    isError: state.isError,
    text: state.key ? say(state.key) : '',
    tell: (key) => setState({ key, isBusy: false, isError: true }),
    async run(work, thanks) {
      setState({ key: 'saving', isBusy: true, isError: false })
      try {
        await work()
        setState({ key: thanks, isBusy: false, isError: false })
        return true
      } catch (error) {
        const reason = error instanceof CallFailed ? error.reason : 'refused'
        setState({ key: words[reason], isBusy: false, isError: true })
        return false
      }
    },
  }
}
