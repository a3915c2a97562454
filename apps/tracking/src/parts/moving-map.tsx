// The map that moves, with van and door: loaded only for who asked for it.
import { useEffect, useRef } from 'preact/hooks'
import type { DeliveryMap } from '../map/delivery-map.ts'
import type { Place } from '../map/place.ts'

interface MovingMapProps {
  van: Place
  door: Place
  title: string
  onFailed: () => void
}

export function MovingMap({ van, door, title, onFailed }: MovingMapProps) {
  const frame = useRef<HTMLDivElement>(null)
  const map = useRef<DeliveryMap | undefined>(undefined)
  const places = useRef({ van, door })
  places.current = { van, door }

  useEffect(() => {
    let isGone = false
    import('../map/delivery-map.ts')
      .then(({ createDeliveryMap }) => createDeliveryMap(frame.current!, title))
      .then((made) => {
        if (isGone) return made.remove()
        map.current = made
        made.show(places.current)
      })
      .catch(onFailed)
    return () => {
      isGone = true
      map.current?.remove()
    }
    // The map is made once; what moves on it is told below.
  }, [])

  useEffect(() => {
    map.current?.show({ van, door })
  }, [van.lat, van.lng, door.lat, door.lng])

  return <div class="map moving" ref={frame} />
}
