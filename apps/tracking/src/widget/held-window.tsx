// The window that is held, and how long still.
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Held } from './chooser.tsx'
import { dayText, priceText, windowText } from './texts.ts'
import type { Language, Say } from './words.ts'

interface HeldWindowProps {
  slot: Held
  say: Say
  language: Language
  /** Without it nothing runs out. */
  onRunOut?(): void
}

export function HeldWindow({ slot, say, language, onRunOut }: HeldWindowProps) {
  const seconds = useSecondsLeft(slot, onRunOut)
  const price = priceText(slot, language)
  return (
    <>
      <p class="chosen">
        {dayText(slot.date, language)}, {windowText(slot.time_window)}
        {price && ` (${price})`}
      </p>
      {onRunOut && (
        <p class="muted">
          {say('keptFor', { minutes: Math.floor(seconds / 60), seconds: String(seconds % 60).padStart(2, '0') })}
        </p>
      )}
    </>
  )
}

/** Counts down by a clock that continues while a page sleeps; asks the service at the end, which knows exactly. */
function useSecondsLeft({ seconds_left, slot_promise_id }: Held, onRunOut: (() => void) | undefined): number {
  const [left, setLeft] = useState(seconds_left)
  const runOut = useRef(onRunOut)
  runOut.current = onRunOut
  // Another hold begins anew.
  useEffect(() => {
    const end = Date.now() + seconds_left * 1000
    const timer = setInterval(() => {
      const now = Math.max(0, Math.ceil((end - Date.now()) / 1000))
      setLeft(now)
      if (now > 0) return
      clearInterval(timer)
      runOut.current?.()
    }, 1000)
    setLeft(seconds_left)
    return () => clearInterval(timer)
  }, [seconds_left, slot_promise_id])
  return left
}
