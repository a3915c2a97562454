// The buttons of the app: big enough for a thumb, each with its words, or with a sign alone in a round.
import { useRef } from 'react'
import { NotKept } from '../store/unstored.ts'
import { Icon, type IconName } from './icon.tsx'

interface ButtonProps {
  /** Classes: main, second or quiet, and what else holds for it. */
  look: string
  icon?: IconName
  text: string
  /** Text for screen readers instead of the visible one. */
  label?: string
  isOff?: boolean
  onClick: () => unknown
}

export function Button({ look, icon, text, label, isOff, onClick }: ButtonProps) {
  const press = useOncePressed(onClick)
  return (
    <button type="button" className={look} disabled={isOff} onClick={press} aria-label={label}>
      {icon && <Icon name={icon} />} {text}
    </button>
  )
}

/** Runs the press; another one counts only when the first is through. What could not be kept is said by a banner. */
function useOncePressed(onClick: () => unknown): () => Promise<void> {
  const isRunning = useRef(false)
  return async () => {
    if (isRunning.current) return
    isRunning.current = true
    try {
      await onClick()
    } catch (error) {
      if (!(error instanceof NotKept)) throw error
    } finally {
      isRunning.current = false
    }
  }
}

export function RoundButton({ icon, label, onClick }: { icon: IconName; label: string; onClick: () => unknown }) {
  return (
    <button type="button" className="round" onClick={onClick} aria-label={label}>
      <Icon name={icon} />
    </button>
  )
}
