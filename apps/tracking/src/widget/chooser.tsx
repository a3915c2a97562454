// Lets the customer choose a window: set the place, see the windows, hold one, and change it until it expires.
import type { CheckoutView } from '@routewright/contract'
import { useEffect, useRef, useState } from 'preact/hooks'
import { CallFailed, type CheckoutCalls, type Trouble } from './calls.ts'
import { HeldWindow } from './held-window.tsx'
import { PlaceForm } from './place-form.tsx'
import { paint } from './style.ts'
import { WindowList } from './window-list.tsx'
import { chooseLanguage, type Language, type Say, speak } from './words.ts'

/** The present hold; `seconds_left` is as of its creation. */
export type Held = NonNullable<CheckoutView['slot']>

interface ChooserProps {
  calls: CheckoutCalls
  /** Language that the shop's page asks for. */
  wish: string | undefined
  sheet: CSSStyleSheet
  theme: string
  onHeld(held: Held | undefined, isRunOut: boolean): void
}

export interface Work {
  isBusy: boolean
  /** Shows what comes of it, or why nothing did. */
  run(work: () => Promise<CheckoutView>): Promise<void>
}

export function Chooser({ calls, wish, sheet, theme, onHeld }: ChooserProps) {
  const { view, trouble, work, look } = useCheckout(calls, onHeld)
  const language = chooseLanguage(wish, view?.language)
  const say = speak(language)
  const [isChanging, setChanging] = useState(false)
  const box = useRef<HTMLElement>(null)
  useEffect(() => paint(sheet, theme, view?.color), [sheet, theme, view?.color])
  const state = view?.state
  useEffect(() => setChanging(false), [view?.slot?.slot_promise_id])
  const isHeld = state === 'held' && !isChanging
  // Keyboard focus continues from the chosen window.
  const wasHeld = useRef(isHeld)
  useEffect(() => {
    if (isHeld && !wasHeld.current) box.current?.focus()
    wasHeld.current = isHeld
  }, [isHeld])
  return (
    <section class="box" lang={language} aria-label={say('title')} tabIndex={-1} ref={box}>
      <h3>{say(isHeld || state === 'booked' ? 'yours' : 'title')}</h3>
      <p role="status" class={trouble ? 'bad' : state === 'expired' ? 'told' : 'said'}>
        {trouble ? say(trouble) : said(view, say)}
      </p>
      {view && !isOver(state, trouble) && (
        <Open
          view={view}
          say={say}
          language={language}
          calls={calls}
          work={work}
          isHeld={isHeld}
          trouble={trouble}
          onChange={() => setChanging(true)}
          onRunOut={look}
        />
      )}
      {state === 'booked' && view?.slot && <HeldWindow slot={view.slot} say={say} language={language} />}
    </section>
  )
}

interface OpenProps {
  view: CheckoutView
  say: Say
  language: Language
  calls: CheckoutCalls
  work: Work
  isHeld: boolean
  trouble: Trouble | undefined
  onChange(): void
  onRunOut(): void
}

/** While something may be chosen. */
function Open({ view, say, language, calls, work, isHeld, trouble, onChange, onRunOut }: OpenProps) {
  const [isMoving, setMoving] = useState(false)
  const { place, slot } = view
  useEffect(() => setMoving(false), [place])
  if (!place || isMoving) return <PlaceForm place={place} say={say} work={work} setPlace={calls.setPlace} />
  return (
    <>
      <p class="muted">
        {place}{' '}
        {!isHeld && (
          <button type="button" class="link" onClick={() => setMoving(true)}>
            {say('elsewhere')}
          </button>
        )}
      </p>
      {isHeld && slot ? (
        <>
          <HeldWindow slot={slot} say={say} language={language} onRunOut={onRunOut} />
          <div class="row">
            <button type="button" onClick={onChange}>
              {say('another')}
            </button>
            <button type="button" disabled={work.isBusy} onClick={() => void work.run(calls.release)}>
              {say('release')}
            </button>
          </div>
        </>
      ) : (
        <WindowList
          key={`${place} ${trouble === 'taken'}`}
          say={say}
          language={language}
          calls={calls}
          work={work}
          chosen={view.state === 'held' ? slot?.slot_id : undefined}
        />
      )}
    </>
  )
}

/** Returns the present checkout, read again whenever the page becomes visible. */
function useCheckout(calls: CheckoutCalls, onHeld: ChooserProps['onHeld']) {
  const [view, setView] = useState<CheckoutView>()
  const [trouble, setTrouble] = useState<Trouble>()
  const [isBusy, setBusy] = useState(false)
  const run = async (work: () => Promise<CheckoutView>) => {
    setBusy(true)
    try {
      const now = await work()
      setTrouble(undefined)
      setView(now)
      onHeld(now.state === 'held' ? now.slot : undefined, now.state === 'expired')
    } catch (error) {
      const why = error instanceof CallFailed ? error.trouble : 'busy'
      setTrouble(why)
      if (why === 'over') onHeld(undefined, false)
    } finally {
      setBusy(false)
    }
  }
  const look = () => void run(calls.view)
  // Once: the calls are of one token, and another token is another chooser.
  useEffect(() => {
    look()
    addEventListener('pageshow', look)
    return () => removeEventListener('pageshow', look)
  }, [])
  return { view, trouble, work: { isBusy, run }, look }
}

function isOver(state: CheckoutView['state'] | undefined, trouble: Trouble | undefined): boolean {
  return state === 'booked' || state === 'ended' || trouble === 'over' || trouble === 'wrongSite'
}

/** For readers of the screen: what came of the last step. */
function said(view: CheckoutView | undefined, say: Say): string {
  if (!view) return say('looking')
  if (view.state === 'held') return say('held')
  if (view.state === 'expired') return say('expired')
  return view.state === 'ended' ? say('over') : ''
}
