// The handover code, big enough to be read out at the door.
import type { PartProps } from './part-props.ts'

export function PinCard({ view, say }: PartProps) {
  if (!view.pin) return null
  return (
    <section class="card pin">
      <h2>{say('pinTitle')}</h2>
      <p class="code" role="img" aria-label={view.pin.split('').join(' ')}>
        {view.pin}
      </p>
      <p class="dim">{say('pinHint')}</p>
    </section>
  )
}
