// Van and door on a still picture of the streets, which asks little of a phone; a touch opens the map that moves.
import { getAddress } from '@routewright/client/exchange'
import { getMapPicture } from '@routewright/client/operations'
import { MAP_ATTRIBUTION, mapPicture } from '@routewright/contract/map-picture'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { type Frame, frameFor, offsetIn } from '../map/frame.ts'
import type { Place } from '../map/place.ts'
import type { Say } from '../words/words.ts'
import { Icon } from './icons.tsx'

interface StillMapProps {
  van: Place
  door: Place
  say: Say
  open: () => void
}

/** Until the page is measured: a small phone. */
const leastSize = { width: 300, height: 240 }

export function StillMap({ van, door, say, open }: StillMapProps) {
  const box = useRef<HTMLDivElement>(null)
  const isIdle = useIdle()
  const [size, setSize] = useState(leastSize)
  /** The picture that has come; signs stand on it until the next one has. */
  const [shown, setShown] = useState<Frame | undefined>(undefined)
  useLayoutEffect(() => {
    const { clientWidth: width, clientHeight: height } = box.current!
    setSize({ width, height })
  }, [])
  const wanted = frameFor([van, door], size, shown)
  const frame = shown ?? wanted
  const pictures = isIdle ? (shown && shown !== wanted ? [shown, wanted] : [wanted]) : []
  return (
    <div class="map still" ref={box}>
      {pictures.map((picture) => (
        <Picture key={getName(picture)} frame={picture} isComing={picture !== frame} onCome={() => setShown(picture)} />
      ))}
      <Sign key={`door ${getName(frame)}`} kind="door" at={offsetIn(frame, door)} />
      <Sign key={`van ${getName(frame)}`} kind="van" at={offsetIn(frame, van)} />
      <button type="button" class="open-map" aria-label={say('openMap')} onClick={open}>
        <Icon name="widen" />
      </button>
      <small class="attribution">{MAP_ATTRIBUTION}</small>
    </div>
  )
}

const getName = ({ zoom, x, y }: Frame) => `${zoom}/${x}/${y}`

function Picture({ frame, isComing, onCome }: { frame: Frame; isComing: boolean; onCome: () => void }) {
  const address = (theme: 'light' | 'dark') => getAddress(getMapPicture, { theme, ...frame })
  // The text below describes the picture. Until it loads, the signs are on plain ground.
  return (
    <picture class={isComing ? 'coming' : ''}>
      <source media="(prefers-color-scheme: dark)" srcset={address('dark')} />
      <img
        src={address('light')}
        alt=""
        width={mapPicture.width}
        height={mapPicture.height}
        decoding="async"
        onLoad={onCome}
        onError={onCome}
      />
    </picture>
  )
}

function Sign({ kind, at }: { kind: 'door' | 'van'; at: { x: number; y: number } }) {
  const transform = `translate(-50%, -50%) translate(${at.x}px, ${at.y}px)`
  return <div class={`mark-${kind}`} style={{ transform }} />
}

/** True once the page is painted and nothing else is to do: what is read first comes first. */
function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    const begin = () => setIdle(true)
    // Safari has no such callback.
    if (!window.requestIdleCallback) {
      const timer = setTimeout(begin, 300)
      return () => clearTimeout(timer)
    }
    const waiting = requestIdleCallback(begin, { timeout: 300 })
    return () => cancelIdleCallback(waiting)
  }, [])
  return isIdle
}
