// The address: confirmed with one touch, or corrected by words, by the pin, or by where the reader stands.
import { lazy, Suspense } from 'preact/compat'
import { useState } from 'preact/hooks'
import { saveLocation } from '../view/calls.ts'
import { addressLine } from '../view/sentence.ts'
import type { Language } from '../words/words.ts'
import { Icon } from './icons.tsx'
import type { PartProps } from './part-props.ts'
import { StatusLine } from './status-line.tsx'
import { useSaving } from './use-saving.ts'

const PlaceForm = lazy(() => import('./place-form.tsx').then(({ PlaceForm: form }) => ({ default: form })))

export function PlaceCard({ view, say, setView }: PartProps & { language: Language }) {
  const [isOpen, setOpen] = useState(false)
  const saving = useSaving(say)
  if (view.status !== 'pending') return null
  const address = addressLine(view)
  const isPlaced = view.location?.lat !== undefined
  const confirm = () => saving.run(async () => setView(await saveLocation({})), 'placeConfirmed')
  return (
    <section class="card place">
      <h2>{say('place')}</h2>
      <p class="address">
        <Icon name="pin" />
        <span>
          {address || say('noPlace')}
          {view.location_details && <small>{view.location_details}</small>}
        </span>
      </p>
      {isOpen ? (
        <Suspense fallback={<div class="skeleton tall" />}>
          <PlaceForm
            view={view}
            say={say}
            close={(next) => {
              if (next) {
                setView(next)
                void saving.run(async () => {}, 'placeSaved')
              }
              setOpen(false)
            }}
          />
        </Suspense>
      ) : (
        <div class="row">
          {view.can_edit && (
            <button type="button" class={isPlaced ? '' : 'primary'} onClick={() => setOpen(true)}>
              {say('placeWrong')}
            </button>
          )}
          {isPlaced && view.can_edit && (
            <button type="button" onClick={confirm} disabled={saving.isBusy}>
              {say('placeRight')}
            </button>
          )}
        </div>
      )}
      {!view.can_edit && view.started && view.brand.phone && <p class="dim">{say('placeFixed')}</p>}
      <StatusLine saving={saving} />
    </section>
  )
}
