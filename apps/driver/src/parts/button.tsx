// The buttons of the app: big enough for a thumb, each with its words, or with a sign alone in a round.
import { Icon, type IconName } from './icon.tsx'

interface ButtonProps {
  /** Classes: main, second or quiet, and what else holds for it. */
  look: string
  icon?: IconName
  text: string
  /** What screen readers say instead of the text. */
  label?: string
  isOff?: boolean
  onClick: () => unknown
}

export function Button({ look, icon, text, label, isOff, onClick }: ButtonProps) {
  return (
    <button type="button" className={look} disabled={isOff} onClick={onClick} aria-label={label}>
      {icon && <Icon name={icon} />} {text}
    </button>
  )
}

export function RoundButton({ icon, label, onClick }: { icon: IconName; label: string; onClick: () => unknown }) {
  return (
    <button type="button" className="round" onClick={onClick} aria-label={label}>
      <Icon name={icon} />
    </button>
  )
}
