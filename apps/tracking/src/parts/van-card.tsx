// Where the van is, in words for everybody and on a map that is only loaded when there is something on it.
import { useEffect, useRef, useState } from 'preact/hooks'
import type { PartProps } from '../app.tsx'
import type { DeliveryMap } from '../map/delivery-map.ts'
import { type Times, vanKilometers } from '../view/sentence.ts'
import { type Language, localeOf } from '../words/words.ts'

interface VanCardProps extends PartProps {
  times: Times
  language: Language
}

export function VanCard({ view, say, times, language }: VanCardProps) {
  const { last_position: van, location: door } = view
  const frame = useRef<HTMLDivElement>(null)
  const map = useRef<DeliveryMap | undefined>(undefined)
  const [hasFailed, setFailed] = useState(false)
  const isShown = van !== undefined && door?.lat !== undefined && door.lng !== undefined

  useEffect(() => {
    if (!isShown || !frame.current) return
    let isGone = false
    import('../map/delivery-map.ts')
      .then(({ createDeliveryMap }) => createDeliveryMap(frame.current!, say('map')))
      .then((made) => {
        if (isGone) return made.remove()
        map.current = made
        made.show({ van, door: { lat: door.lat!, lng: door.lng! } })
      })
      .catch(() => setFailed(true))
    return () => {
      isGone = true
      map.current?.remove()
      map.current = undefined
    }
    // The map is made once; what moves on it is told below.
  }, [isShown])

  useEffect(() => {
    if (isShown) map.current?.show({ van, door: { lat: door.lat!, lng: door.lng! } })
  }, [isShown, van?.lat, van?.lng, door?.lat, door?.lng])

  if (!isShown) return null
  const kilometers = vanKilometers(view) ?? 0
  const time = times.clock(van.created_at)
  const unit = { style: 'unit', unit: 'kilometer', maximumFractionDigits: kilometers < 10 ? 1 : 0 } as const
  const distance = new Intl.NumberFormat(localeOf(language), unit).format(kilometers)
  return (
    <section class="card van" aria-label={say('map')}>
      {hasFailed ? <p class="dim pad">{say('mapFailed')}</p> : <div class="map" ref={frame} />}
      <p class="dim pad">{kilometers < 1 ? say('vanNear', { time }) : say('vanAway', { time, distance })}</p>
    </section>
  )
}
