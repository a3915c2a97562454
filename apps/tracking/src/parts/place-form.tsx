// Correcting the place: an address with suggestions, a map that moves under its pin, and how to find the door.
import type { Location, TrackingView } from '@routewright/contract'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { PinMap } from '../map/delivery-map.ts'
import type { Place } from '../map/place.ts'
import { type Correction, findAddresses, saveLocation } from '../view/calls.ts'
import type { Say } from '../words/words.ts'
import { StatusLine } from './status-line.tsx'
import { useSaving } from './use-saving.ts'

interface PlaceFormProps {
  view: TrackingView
  say: Say
  /** With the view when something was saved. */
  close: (view?: TrackingView) => void
}

const typingMilliseconds = 350

export function PlaceForm({ view, say, close }: PlaceFormProps) {
  const { lat, lng } = view.location ?? {}
  const start = lat !== undefined && lng !== undefined ? { lat, lng } : undefined
  const [address, setAddress] = useState('')
  const [details, setDetails] = useState(view.location_details ?? '')
  const saving = useSaving(say)
  const pin = usePin(start, say('map'))

  const choose = (location: Location) => {
    if (location.lat !== undefined && location.lng !== undefined) pin.moveTo({ lat: location.lat, lng: location.lng })
  }
  const locate = () => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => pin.moveTo({ lat: coords.latitude, lng: coords.longitude }),
      () => saving.tell('noMyPlace'),
      { enableHighAccuracy: true, timeout: 15_000 },
    )
  }
  const save = async (event: Event) => {
    event.preventDefault()
    const text = address.trim()
    const correction: Correction = {
      ...(pin.place ?? {}),
      ...(text ? { address: text } : {}),
      ...(details.trim() === (view.location_details ?? '') ? {} : { location_details: details.trim() }),
    }
    await saving.run(async () => close(await saveLocation(correction)), 'placeSaved')
  }

  return (
    <form onSubmit={save}>
      <AddressField address={address} setAddress={setAddress} choose={choose} say={say} />
      <p class="dim">{say('movePin')}</p>
      <div class="map pinned">
        <div class="map-frame" ref={pin.frame} />
        <div class="mark-door center" aria-hidden="true" />
      </div>
      {'geolocation' in navigator && (
        <button type="button" onClick={locate}>
          {say('myPlace')}
        </button>
      )}
      <label class="field">
        {say('placeDetails')}
        <input
          type="text"
          maxLength={500}
          placeholder={say('placeDetailsHint')}
          value={details}
          onInput={(event) => setDetails(event.currentTarget.value)}
        />
      </label>
      <div class="row">
        <button type="submit" class="primary" disabled={saving.isBusy}>
          {say('savePlace')}
        </button>
        <button type="button" onClick={() => close()}>
          {say('cancel')}
        </button>
      </div>
      <StatusLine saving={saving} />
    </form>
  )
}

/** The map that moves under its pin, and where the pin stands once somebody moved it. */
function usePin(start: Place | undefined, title: string) {
  const [place, setPlace] = useState<Place | undefined>(undefined)
  const frame = useRef<HTMLDivElement>(null)
  const map = useRef<PinMap | undefined>(undefined)
  useEffect(() => {
    let isGone = false
    import('../map/delivery-map.ts')
      .then(({ createPinMap }) => createPinMap(frame.current!, title, start, setPlace))
      .then((made) => {
        if (isGone) return made.remove()
        map.current = made
      })
      .catch(() => {})
    return () => {
      isGone = true
      map.current?.remove()
    }
  }, [])
  const moveTo = (next: Place) => {
    setPlace(next)
    map.current?.moveTo(next)
  }
  return { place, frame, moveTo }
}

interface AddressFieldProps {
  address: string
  setAddress: (text: string) => void
  choose: (place: Location) => void
  say: Say
}

/** An address in words, with places to choose from while it is typed. */
function AddressField({ address, setAddress, choose, say }: AddressFieldProps) {
  const [found, setFound] = useState<Location[]>([])
  /** True when the text was chosen from the suggestions, so that it needs no more of them. */
  const isChosen = useRef(false)
  useEffect(() => {
    if (isChosen.current || address.trim().length < 3) return setFound([])
    const timer = setTimeout(() => {
      findAddresses(address.trim()).then(setFound, () => setFound([]))
    }, typingMilliseconds)
    return () => clearTimeout(timer)
  }, [address])

  const take = (location: Location) => {
    isChosen.current = true
    setAddress(location.label ?? '')
    setFound([])
    choose(location)
  }
  return (
    <>
      <label class="field">
        {say('newAddress')}
        <input
          type="text"
          autocomplete="street-address"
          maxLength={300}
          placeholder={say('addressHint')}
          value={address}
          role="combobox"
          aria-expanded={found.length > 0}
          aria-controls="addresses"
          onInput={(event) => {
            isChosen.current = false
            setAddress(event.currentTarget.value)
          }}
        />
      </label>
      <Suggestions found={found} take={take} />
    </>
  )
}

function Suggestions({ found, take }: { found: readonly Location[]; take: (place: Location) => void }) {
  if (found.length === 0) return null
  return (
    <ul class="suggestions" id="addresses">
      {found.map((entry) => (
        <li key={entry.label}>
          <button type="button" onClick={() => take(entry)}>
            {entry.label}
          </button>
        </li>
      ))}
    </ul>
  )
}
