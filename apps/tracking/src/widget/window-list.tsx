// The windows to choose among, day by day. Arrow keys walk them, and nothing is held before the button says so.
import type { RecipientSlots } from '@routewright/contract'
import { useEffect, useState } from 'preact/hooks'
import { CallFailed, type CheckoutCalls, type Trouble } from './calls.ts'
import type { Work } from './chooser.tsx'
import { dayText, priceText, windowText } from './texts.ts'
import type { Language, Say } from './words.ts'

type Slot = RecipientSlots['slots'][number]

interface WindowListProps {
  say: Say
  language: Language
  calls: CheckoutCalls
  work: Work
  /** The one that is held meanwhile. */
  chosen: string | undefined
}

/** Most people take one of the next days. */
const daysAtFirst = 4

export function WindowList({ say, language, calls, work, chosen }: WindowListProps) {
  const { slots, trouble } = useSlots(calls)
  const [picked, setPicked] = useState(chosen)
  const [areAllShown, setAllShown] = useState(false)
  if (trouble) return <p class="bad">{say(trouble)}</p>
  if (!slots) return <p class="muted">{say('looking')}</p>
  if (slots.length === 0) return <p>{say('none')}</p>
  const dates = [...new Set(slots.map(({ date }) => date))]
  const shown = areAllShown ? dates : dates.slice(0, daysAtFirst)
  const wanted = slots.find(({ id }) => id === picked)
  return (
    <>
      {shown.map((date) => (
        <fieldset key={date}>
          <legend>{dayText(date, language)}</legend>
          <div class="windows">
            {slots
              .filter((slot) => slot.date === date)
              .map((slot) => (
                <WindowRadio
                  key={slot.id}
                  slot={slot}
                  say={say}
                  language={language}
                  isPicked={slot.id === picked}
                  onPick={() => setPicked(slot.id)}
                />
              ))}
          </div>
        </fieldset>
      ))}
      <div class="row">
        <button
          type="button"
          class="main"
          disabled={work.isBusy || !wanted}
          onClick={() => wanted && void work.run(() => calls.choose(wanted.id, wanted.quote))}
        >
          {say('keep')}
        </button>
        {shown.length < dates.length && (
          <button type="button" onClick={() => setAllShown(true)}>
            {say('moreDays')}
          </button>
        )}
      </div>
    </>
  )
}

interface WindowRadioProps {
  slot: Slot
  say: Say
  language: Language
  isPicked: boolean
  onPick(): void
}

function WindowRadio({ slot, say, language, isPicked, onPick }: WindowRadioProps) {
  const price = priceText(slot, language)
  return (
    <label class="window">
      <input type="radio" name="window" checked={isPicked} onChange={onPick} />
      <strong>{windowText(slot.time_window)}</strong>
      {price && <span>{price}</span>}
      {slot.is_green && <span class="green">{say('green')}</span>}
    </label>
  )
}

/** The windows as they are now. */
function useSlots(calls: CheckoutCalls): { slots?: readonly Slot[]; trouble?: Trouble } {
  const [found, setFound] = useState<{ slots?: readonly Slot[]; trouble?: Trouble }>({})
  useEffect(() => {
    let isGone = false
    calls.slots().then(
      ({ slots }) => !isGone && setFound({ slots }),
      (error) => !isGone && setFound({ trouble: error instanceof CallFailed ? error.trouble : 'busy' }),
    )
    return () => {
      isGone = true
    }
  }, [])
  return found
}
