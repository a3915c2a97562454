// Where in the van: said with a few taps while loading, changed at any time, and read large at the stop.
import type { DriverStop, VanPlace } from '@routewright/contract'
import { vanPlaceParts } from '@routewright/contract/van-place-parts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { Sheet } from '../parts/sheet.tsx'
import { placeInVan } from '../route/doings.ts'
import { findPlace, stopName, vanPlaceText } from '../route/stop-words.ts'
import type { RouteView } from '../route/use-route.ts'

const MARK_LENGTH = 20

interface SheetProps {
  view: RouteView
  stop: DriverStop
  /** The place that was said last, to be said again with one tap. */
  before?: VanPlace | undefined
  /** Leads to the stop that loads next; without it the sheet closes. */
  next?: (() => void) | undefined
  close(): void
}

/** Says the place of one stop's goods. To be keyed by the stop. */
export function VanPlaceSheet({ view, stop, before, next, close }: SheetProps) {
  const { t } = useTranslation()
  const [place, setPlace] = useState<VanPlace>(stop.van_place ?? {})
  const isSaid = Object.keys(place).length > 0
  const save = async (chosen: VanPlace | null) => {
    await placeInVan(view, stop, chosen)
    ;(next ?? close)()
  }
  return (
    <Sheet title={`${findPlace(view.route, stop)} · ${stopName(stop)}`} onClose={close}>
      {before && !stop.van_place && (
        <Button
          look="second"
          icon="van"
          text={t('van.same', { place: vanPlaceText(before, t) })}
          onClick={() => save(before)}
        />
      )}
      <Parts place={place} change={setPlace} />
      <label className="field">
        <span>{t('van.mark')}</span>
        <input
          type="text"
          autoComplete="off"
          maxLength={MARK_LENGTH}
          value={place.mark ?? ''}
          onChange={({ target: { value } }) =>
            setPlace(({ mark: _before, ...rest }) => (value.trim() ? { ...rest, mark: value } : rest))
          }
        />
      </label>
      <div className="row">
        {stop.van_place && <Button look="quiet" text={t('van.remove')} onClick={() => save(null)} />}
        {next && !isSaid && <Button look="quiet" text={t('van.skip')} onClick={next} />}
        <Button
          look="main grow"
          isOff={!isSaid}
          text={t(next ? 'van.saveNext' : 'van.save')}
          onClick={() => save(trimmed(place))}
        />
      </div>
    </Sheet>
  )
}

function trimmed({ mark, ...place }: VanPlace): VanPlace {
  return mark === undefined ? place : { ...place, mark: mark.trim() }
}

/** One row of big tiles for each part; a second tap takes it away. */
function Parts({ place, change }: { place: VanPlace; change(next: VanPlace): void }) {
  const { t } = useTranslation()
  return (Object.keys(vanPlaceParts) as (keyof typeof vanPlaceParts)[]).map((part) => (
    <fieldset key={part} className="van-part">
      <legend className="hidden">{t(`van.${part}`)}</legend>
      {vanPlaceParts[part].map((word) => (
        <button
          key={word}
          type="button"
          aria-pressed={place[part] === word}
          onClick={() => {
            const { [part]: before, ...rest } = place
            change(before === word ? rest : { ...rest, [part]: word })
          }}
        >
          {capital(t(`van.word.${word}`))}
        </button>
      ))}
    </fieldset>
  ))
}

function capital(word: string): string {
  return word.charAt(0).toLocaleUpperCase() + word.slice(1)
}

/** At the stop: the place in letters that are read from the tailgate; a tap changes it. Nothing where it cannot be said. */
export function VanPlaceLine({ view, stop }: { view: RouteView; stop: DriverStop }) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const isOpen = stop.status === 'pending' && stop.type !== 'visit'
  if (!isOpen) return null
  return (
    <>
      {stop.van_place ? (
        <button type="button" className="van-place" onClick={() => setAsking(true)}>
          <Icon name="van" size={34} />
          <span className="grow">
            <span className="dim">{t('van.title')}</span>
            <strong>{vanPlaceText(stop.van_place, t)}</strong>
          </span>
          <span className="change">{t('van.change')}</span>
        </button>
      ) : (
        <Button look="quiet" icon="van" text={t('van.say')} onClick={() => setAsking(true)} />
      )}
      {isAsking && <VanPlaceSheet view={view} stop={stop} close={() => setAsking(false)} />}
    </>
  )
}
