// The sender: logo or name, in the sender's colour.
import type { TrackingView } from '@routewright/contract'
import { useState } from 'preact/hooks'

export function Header({ brand }: { brand: TrackingView['brand'] }) {
  const [isBroken, setBroken] = useState(false)
  const name = brand.name ?? ''
  return (
    <header class="brand">
      {brand.logo_url && !isBroken ? (
        <img src={brand.logo_url} alt={name} height="36" onError={() => setBroken(true)} />
      ) : (
        <strong>{name}</strong>
      )}
    </header>
  )
}
