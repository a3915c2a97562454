// Where the van is, in words for everybody, on a still picture of the streets, and on the map for who wants to look around.
import { useState } from 'preact/hooks'
import { type Times, vanKilometers } from '../view/sentence.ts'
import { type Language, localeOf } from '../words/words.ts'
import { MovingMap } from './moving-map.tsx'
import type { PartProps } from './part-props.ts'
import { StillMap } from './still-map.tsx'

const isWide = () => matchMedia('(min-width: 60rem)').matches

interface VanCardProps extends PartProps {
  times: Times
  language: Language
}

export function VanCard({ view, say, times, language }: VanCardProps) {
  const { last_position: van, location } = view
  // On a desk there is room next to the facts, and bandwidth to load it.
  const [look, setLook] = useState<'still' | 'moving' | 'failed'>(() => (isWide() ? 'moving' : 'still'))
  if (van === undefined || location?.lat === undefined || location.lng === undefined) return null
  const places = { van, door: { lat: location.lat, lng: location.lng } }
  const kilometers = vanKilometers(view) ?? 0
  const time = times.clock(van.created_at)
  const unit = { style: 'unit', unit: 'kilometer', maximumFractionDigits: kilometers < 10 ? 1 : 0 } as const
  const distance = new Intl.NumberFormat(localeOf(language), unit).format(kilometers)
  return (
    <section class="card van" aria-label={say('map')}>
      {look === 'moving' ? (
        <MovingMap {...places} title={say('map')} onFailed={() => setLook('failed')} />
      ) : (
        <StillMap {...places} say={say} open={() => setLook('moving')} />
      )}
      {look === 'failed' && <p class="dim pad">{say('mapFailed')}</p>}
      <p class="dim pad">{kilometers < 1 ? say('vanNear', { time }) : say('vanAway', { time, distance })}</p>
    </section>
  )
}
