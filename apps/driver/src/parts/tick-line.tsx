// One parcel of a list that is ticked off: what it is, whether it is done, and the button that ticks it by hand.
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

interface TickLineProps {
  /** Before the words: the place of its stop in the route. */
  number: string | undefined
  title: string
  detail: string
  isDone: boolean
  /** Text of the tick for screen readers. */
  doneText: string
  button: { text: string; label: string; press(): void }
}

export function TickLine({ number, title, detail, isDone, doneText, button }: TickLineProps) {
  return (
    <li className={isDone ? 'done' : ''}>
      <span className="number">{number}</span>
      <span className="grow">
        <strong>{title}</strong>
        <span className="dim">{detail}</span>
      </span>
      {isDone ? (
        <span className="tick" role="img" aria-label={doneText}>
          <Icon name="check" />
        </span>
      ) : (
        <Button look="quiet" text={button.text} label={button.label} onClick={button.press} />
      )}
    </li>
  )
}
