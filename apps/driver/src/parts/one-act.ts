// An act that ends a form: it is done once, whatever is tapped and however often.
import { useRef, useState } from 'react'
import { NotKept } from '../store/unstored.ts'
import { holdTaps } from './taps.ts'

/** Runs the first act that is asked for and no other one, until it fails; `hasFailed` while the last one was neither stored nor sent. */
export function useOneAct() {
  const isRunning = useRef(false)
  const [hasFailed, setFailed] = useState(false)
  const act = async (work: () => Promise<unknown>): Promise<void> => {
    if (isRunning.current) return
    isRunning.current = true
    setFailed(false)
    const release = holdTaps()
    try {
      await work()
    } catch (error) {
      isRunning.current = false
      setFailed(true)
      if (!(error instanceof NotKept)) throw error
    } finally {
      release()
    }
  }
  return { act, hasFailed }
}
