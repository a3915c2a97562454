// The recipient chooses a window: one that the sender offers, by day; any day at a time; or none of them. Every choice is
// confirmed before it is booked, because a tap is quickly made.
import type { RecipientSlots } from '@routewright/contract'
import { withRegion } from '@routewright/ui/locale'
import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { chooseAnyDay, chooseSlot, declineSlots, readSlots } from '../view/calls.ts'
import { priceChangeText } from '../view/prices.ts'
import type { Times } from '../view/sentence.ts'
import { windowText } from '../view/times.ts'
import type { Language, Say, WordKey } from '../words/words.ts'
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
  const answer = async ({ work, thanks }: Wanted) => {
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
  answer(wanted: Wanted): Promise<void>
}

/** A tapped choice, done once it is confirmed. */
interface Wanted {
  /** Id of the tapped button. */
  id: string
  question: WordKey
  text: string
  price?: string
  yes: WordKey
  work(): ReturnType<typeof chooseSlot>
  thanks: 'slotKept' | 'slotDeclined'
}

function Slots({ say, times, language, now, saving, answer }: SlotsProps) {
  const { slots, isFailed } = useSlots(saving.isError)
  const [wanted, setWanted] = useState<Wanted>()
  const [left, setLeft] = useState<string>()
  const close = () => {
    setLeft(wanted?.id)
    setWanted(undefined)
  }
  if (wanted) {
    const book = () => void answer(wanted).then(close)
    return <AskAgain wanted={wanted} say={say} isBusy={saving.isBusy} onYes={book} onNo={close} />
  }
  if (isFailed) return <p role="status">{say('errorBusy')}</p>
  if (!slots) return <p role="status">{say('slotLooking')}</p>
  const dates = [...new Set(slots.map(({ date }) => date))]
  const week = nextWeek(dates, times, now)
  const picking = { left, isBusy: saving.isBusy, onPick: setWanted }
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
                <WindowButton key={slot.id} slot={slot} say={say} times={times} language={language} picking={picking} />
              ))}
          </div>
        </fieldset>
      ))}
      <div class="row">
        {week && (
          <PickButton
            {...picking}
            wanted={{ ...booking, id: 'any', text: say('slotAnyDay'), work: () => chooseAnyDay(week) }}
          >
            {say('slotAnyDay')}
          </PickButton>
        )}
        <PickButton {...picking} wanted={{ ...declining, text: say('slotSureDeclineText') }}>
          {say('slotDecline')}
        </PickButton>
      </div>
    </div>
  )
}

const booking = { question: 'slotSure', yes: 'slotBook', thanks: 'slotKept' } as const
const declining = {
  ...({ id: 'none', question: 'slotSureDecline', yes: 'slotDecline', thanks: 'slotDeclined' } as const),
  work: declineSlots,
}

interface Picking {
  /** Id of the button to which focus returns after canceling. */
  left: string | undefined
  isBusy: boolean
  onPick(wanted: Wanted): void
}

function PickButton({
  wanted,
  left,
  isBusy,
  onPick,
  ...rest
}: Picking & { wanted: Wanted; class?: string; children: ComponentChildren }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (wanted.id === left) button.current?.focus()
  }, [])
  return <button type="button" ref={button} disabled={isBusy} onClick={() => onPick(wanted)} {...rest} />
}

function WindowButton({
  slot,
  say,
  times,
  language,
  picking,
}: Pick<SlotsProps, 'say' | 'times' | 'language'> & { slot: Slot; picking: Picking }) {
  const { id, date, time_window, price_change, currency, is_green, quote } = slot
  const hours = windowText(time_window)
  const price =
    price_change === undefined ? undefined : priceChangeText(price_change, currency ?? 'EUR', withRegion(language))
  const wanted = {
    ...booking,
    id,
    text: `${times.day(date)}, ${hours}`,
    work: () => chooseSlot(id, quote),
    ...(price !== undefined && { price }),
  }
  return (
    <PickButton {...picking} class="window" wanted={wanted}>
      <strong>{hours}</strong>
      {price !== undefined && <span>{price}</span>}
      {is_green && <span class="green">{say('slotGreen')}</span>}
    </PickButton>
  )
}

interface AskAgainProps {
  wanted: Wanted
  say: Say
  isBusy: boolean
  onYes(): void
  onNo(): void
}

/** Takes the place of the windows, and the focus, so that it is read out. */
function AskAgain({ wanted: { question, text, price, yes }, say, isBusy, onYes, onNo }: AskAgainProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // Before anything is drawn: a key that is pressed at once must not meet a focus that is about to move.
  useLayoutEffect(() => heading.current?.focus(), [])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a legend, which cannot take the focus everywhere
    <div role="group" aria-labelledby="slot-question" aria-describedby="slot-wanted">
      <h3 id="slot-question" tabIndex={-1} ref={heading}>
        {say(question)}
      </h3>
      <p id="slot-wanted" class="chosen">
        {text}
        {price && ` (${price})`}
      </p>
      <div class="row">
        <button type="button" class="primary" disabled={isBusy} onClick={onYes}>
          {say(yes)}
        </button>
        <button type="button" disabled={isBusy} onClick={onNo}>
          {say('slotBack')}
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
