// The recipient chooses when it comes: the windows that the sender offers, by day; any day of some will do, too; or none of them.
import type { RecipientSlots } from '@routewright/contract'
import { useEffect, useState } from 'preact/hooks'
import { chooseAnyDay, chooseSlot, declineSlots, readSlots } from '../view/calls.ts'
import type { Times } from '../view/sentence.ts'
import { windowText } from '../view/times.ts'
import type { Language, Say } from '../words/words.ts'
import type { PartProps } from './part-props.ts'
import { StatusLine } from './status-line.tsx'
import { type Saving, useSaving } from './use-saving.ts'

type Slot = RecipientSlots['slots'][number]

interface ChoiceProps extends PartProps {
  times: Times
  language: Language
}

export function SlotChoice({ view, say, setView, times, language }: ChoiceProps) {
  const choice = view.slot_choice
  const [isOpen, setOpen] = useState(choice?.state === 'asked')
  const saving = useSaving(say)
  if (!choice) return null
  const { slot } = choice
  const chosen = slot && `${times.day(slot.date)}, ${windowText(slot.time_window)}`
  const answer = async (work: () => Promise<typeof view>, thanks: 'slotKept' | 'slotDeclined') => {
    if (await saving.run(async () => setView(await work()), thanks)) setOpen(false)
  }
  return (
    <section class="card" aria-labelledby="slot-choice">
      <h2 id="slot-choice">{say(chosen ? 'slotYours' : 'slotTitle')}</h2>
      {chosen && <p class="chosen">{chosen}</p>}
      {choice.state === 'declined' && <p>{say('slotDeclined')}</p>}
      {choice.can_choose && isOpen && (
        <Slots say={say} times={times} language={language} now={view.server_time} saving={saving} answer={answer} />
      )}
      {choice.can_choose && !isOpen && (
        <button type="button" onClick={() => setOpen(true)}>
          {say('slotAnother')}
        </button>
      )}
      {!choice.can_choose && choice.state !== 'declined' && <p>{say('slotClosed')}</p>}
      <StatusLine saving={saving} />
    </section>
  )
}

interface SlotsProps {
  say: Say
  times: Times
  language: Language
  now: string
  saving: Saving
  answer(work: () => ReturnType<typeof chooseSlot>, thanks: 'slotKept' | 'slotDeclined'): void
}

function Slots({ say, times, language, now, saving, answer }: SlotsProps) {
  const { slots, isFailed } = useSlots(saving.isError)
  if (isFailed) return <p role="status">{say('errorBusy')}</p>
  if (!slots) return <p role="status">{say('slotLooking')}</p>
  const dates = [...new Set(slots.map(({ date }) => date))]
  const week = nextWeek(dates, times, now)
  return (
    <div class="slots">
      {dates.length === 0 && <p role="status">{say('slotNone')}</p>}
      {dates.map((date) => (
        <fieldset key={date}>
          <legend>{times.day(date)}</legend>
          <div class="windows">
            {slots
              .filter((slot) => slot.date === date)
              .map((slot) => (
                <button
                  key={slot.id}
                  type="button"
                  class="window"
                  disabled={saving.isBusy}
                  onClick={() => answer(() => chooseSlot(slot.id, slot.quote), 'slotKept')}
                >
                  <strong>{windowText(slot.time_window)}</strong>
                  {slot.price_change !== undefined && <span>{priceText(slot, language)}</span>}
                  {slot.is_green && <span class="green">{say('slotGreen')}</span>}
                </button>
              ))}
          </div>
        </fieldset>
      ))}
      <div class="row">
        {week && (
          <button type="button" disabled={saving.isBusy} onClick={() => answer(() => chooseAnyDay(week), 'slotKept')}>
            {say('slotAnyDay')}
          </button>
        )}
        <button type="button" disabled={saving.isBusy} onClick={() => answer(declineSlots, 'slotDeclined')}>
          {say('slotDecline')}
        </button>
      </div>
    </div>
  )
}

/** The windows as they are now; read once more where a choice was refused, as somebody else may have been quicker. */
function useSlots(isRefused: boolean): { slots?: readonly Slot[]; isFailed: boolean } {
  const [slots, setSlots] = useState<readonly Slot[]>()
  const [isFailed, setFailed] = useState(false)
  useEffect(() => {
    let isOver = false
    readSlots()
      .then((found) => !isOver && setSlots(found.slots))
      .catch(() => !isOver && setFailed(true))
    return () => {
      isOver = true
    }
  }, [isRefused])
  return { slots, isFailed }
}

/** Monday to Sunday of the next week, where one of its days is among those to choose from. */
function nextWeek(dates: readonly string[], times: Times, now: string): { from: string; to: string } | undefined {
  const inWeek = dates.filter((date) => {
    const ahead = times.daysAhead(date, now)
    const weekdayOfToday = (new Date(Date.parse(date) - ahead * 86_400_000).getUTCDay() + 6) % 7
    const week = Math.floor((weekdayOfToday + ahead) / 7)
    return week === 1
  })
  return inWeek.length > 1 ? { from: inWeek[0]!, to: inWeek.at(-1)! } : undefined
}

function priceText({ price_change = 0, currency = 'EUR' }: Slot, language: Language): string {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency, signDisplay: 'always' })
  return format.format(price_change)
}
