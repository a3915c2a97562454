// Follows the phone's position while a route is under way: every ten seconds moving, every minute still, kept until sent.
import { markOfFix } from '../store/clock.ts'
import { database } from '../store/database.ts'
import { noteStoring } from '../store/unstored.ts'
import { metersBetween, setFix } from './last-fix.ts'

export type PositionTrouble = 'denied' | 'unavailable' | 'silent'

const MOVING_MILLISECONDS = 10_000
const STILL_MILLISECONDS = 60_000
/** Metres a second: walking counts as moving. */
const MOVING_SPEED = 0.8
const MOVED_METERS = 25
/** After so long without any fix the phone has stopped them. */
const SILENT_MILLISECONDS = 180_000
/** A fix worse than this is a guess from a mobile mast. */
const USELESS_METERS = 1_000

interface Kept {
  lat: number
  lng: number
  at: number
}

/** Whether a fix is worth keeping, given the last one that was. */
export function isWorthKeeping(fix: Kept & { speed: number | null }, last: Kept | undefined): boolean {
  if (!last) return true
  const waited = fix.at - last.at
  if (waited < MOVING_MILLISECONDS) return false
  const isMoving = (fix.speed ?? 0) > MOVING_SPEED || metersBetween(fix, last) > MOVED_METERS
  return isMoving || waited >= STILL_MILLISECONDS
}

/**
 * Starts following positions; returns a function that ends it. Calls `onTrouble` when positions stop, and with undefined when
 * they resume.
 */
export function followPositions(
  routeId: string,
  onTrouble: (trouble: PositionTrouble | undefined) => void,
): () => void {
  if (!navigator.geolocation) {
    onTrouble('unavailable')
    return () => {}
  }
  let last: Kept | undefined
  let heardAt = Date.now()
  const onFix = ({ coords, timestamp }: GeolocationPosition) => {
    heardAt = Date.now()
    onTrouble(undefined)
    const at = Math.round(timestamp)
    const fix = { lat: coords.latitude, lng: coords.longitude, at, speed: coords.speed }
    if (coords.accuracy > USELESS_METERS) return
    setFix({ lat: fix.lat, lng: fix.lng, accuracy: coords.accuracy, at })
    if (!isWorthKeeping(fix, last)) return
    last = { lat: fix.lat, lng: fix.lng, at }
    const position = {
      route_id: routeId,
      lat: fix.lat,
      lng: fix.lng,
      recorded_at: new Date(at).toISOString(),
      mark: markOfFix(at),
      accuracy: coords.accuracy,
      ...(coords.speed === null ? {} : { speed: coords.speed }),
      ...(coords.heading === null || Number.isNaN(coords.heading) ? {} : { orientation: coords.heading }),
    }
    database.positions.add(position).catch(() => noteStoring(false))
  }
  const onError = ({ code }: GeolocationPositionError) => {
    if (code === 1) onTrouble('denied')
    else if (Date.now() - heardAt > SILENT_MILLISECONDS) onTrouble('silent')
  }
  const options = { enableHighAccuracy: true, maximumAge: 5_000, timeout: 60_000 }
  const watch = navigator.geolocation.watchPosition(onFix, onError, options)
  // Phones that stand still, or whose maker saves battery, may call nothing for minutes: ask.
  const asking = setInterval(() => {
    if (Date.now() - heardAt > STILL_MILLISECONDS) navigator.geolocation.getCurrentPosition(onFix, onError, options)
    if (Date.now() - heardAt > SILENT_MILLISECONDS) onTrouble('silent')
  }, 15_000)
  return () => {
    navigator.geolocation.clearWatch(watch)
    clearInterval(asking)
  }
}
