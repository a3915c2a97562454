// The page: how the delivery stands, and whatever its recipient can do about it now.
import type { TrackingView } from '@routewright/contract'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { Actions } from './parts/actions.tsx'
import { Closed, Waiting } from './parts/closed.tsx'
import { ContactCard } from './parts/contact-card.tsx'
import { FactsCard } from './parts/facts-card.tsx'
import { Footer } from './parts/footer.tsx'
import { Header } from './parts/header.tsx'
import { Instructions } from './parts/instructions.tsx'
import { MessagesOff } from './parts/messages-off.tsx'
import type { PartProps } from './parts/part-props.ts'
import { PaymentCard } from './parts/payment-card.tsx'
import { PinCard } from './parts/pin-card.tsx'
import { PlaceCard } from './parts/place-card.tsx'
import { Proof } from './parts/proof.tsx'
import { SlotChoice } from './parts/slot-choice.tsx'
import { StatusCard } from './parts/status-card.tsx'
import { Survey } from './parts/survey.tsx'
import { VanCard } from './parts/van-card.tsx'
import { brandColors } from './view/brand-colors.ts'
import { useBrandFont } from './view/brand-font.ts'
import { describeStanding, type Standing, type Times } from './view/sentence.ts'
import { createTimes } from './view/times.ts'
import { useView } from './view/use-view.ts'
import { directionOf, keepLanguage, type Language, loadWords, localeOf, type Say, speak } from './words/words.ts'

interface AppProps {
  first: TrackingView | undefined
  isClosed: boolean
  /** The address has no token. */
  isLinkMissing: boolean
  /** Its words are loaded. */
  firstLanguage: Language
}

export function App({ first, isClosed: isClosedAtFirst, isLinkMissing, firstLanguage }: AppProps) {
  const { view, isClosed, isOffline, setView, refresh } = useView(first, isClosedAtFirst)
  const [language, setLanguage] = useState(firstLanguage)
  const say = useMemo(() => speak(language), [language])
  const zone = view?.timezone
  const times = useMemo(() => createTimes(localeOf(language), zone), [language, zone])
  const standing = view && describeStanding(view, say, times)

  useEffect(() => {
    document.documentElement.lang = language
    document.documentElement.dir = directionOf(language)
  }, [language])
  useEffect(() => {
    const closed = say(isLinkMissing ? 'noLinkTitle' : 'closedTitle')
    document.title = isClosed ? closed : (standing?.headline ?? '')
  }, [isClosed, isLinkMissing, say, standing?.headline])
  useBrandColors(view?.brand.color)
  useBrandFont(view?.brand)
  useEffect(() => {
    if (!view && !isClosed) void refresh()
  }, [view, isClosed, refresh])

  if (isClosed) return <Closed say={say} isLinkMissing={isLinkMissing} />
  if (!view || !standing) return <Waiting say={say} isOffline={isOffline} />
  const part = { view, say, setView }
  const timed = { ...part, times, language }
  const asOf = times.clock(view.server_time)
  // Without a connection the page stays in the language that it has.
  const choose = (next: Language) =>
    void loadWords(next).then(
      () => {
        keepLanguage(next)
        setLanguage(next)
      },
      () => {},
    )
  return (
    <div class="page">
      <Header brand={view.brand} />
      <main>
        {isOffline && <Offline say={say} time={asOf} />}
        <MessagesOff {...part} />
        <Columns {...timed} standing={standing} />
      </main>
      <Footer {...part} language={language} choose={choose} asOf={asOf} />
    </div>
  )
}

type ColumnsProps = PartProps & { times: Times; language: Language; standing: Standing }

/** One column on a phone and without a map; on a desk the map is next to the others. */
function Columns({ standing, ...part }: ColumnsProps) {
  return (
    <div class="columns">
      <div class="lead">
        <StatusCard standing={standing} say={part.say} />
        <SlotChoice {...part} />
        <PinCard {...part} />
        <PaymentCard {...part} />
      </div>
      <div class="beside">
        <VanCard {...part} />
        <FactsCard {...part} />
      </div>
      <div class="rest">
        <Proof {...part} />
        <Survey {...part} />
        <Instructions {...part} />
        <PlaceCard {...part} />
        <Actions {...part} />
        <ContactCard {...part} />
      </div>
    </div>
  )
}

function Offline({ say, time }: { say: Say; time: string }) {
  return (
    <p class="banner" role="status">
      {say('offline', { time })}
    </p>
  )
}

const grounds = { light: '#ffffff', dark: '#171e28' } as const

/** The sender's colour, as far as it can be read on the ground of the reader's theme. */
function useBrandColors(color: string | undefined): void {
  useEffect(() => {
    if (!color) return
    const dark = matchMedia('(prefers-color-scheme: dark)')
    const apply = () => {
      const { brand, onBrand, ink } = brandColors(color, grounds[dark.matches ? 'dark' : 'light'])
      const { style } = document.documentElement
      style.setProperty('--brand', brand)
      style.setProperty('--on-brand', onBrand)
      style.setProperty('--ink', ink)
    }
    apply()
    dark.addEventListener('change', apply)
    return () => dark.removeEventListener('change', apply)
  }, [color])
}
