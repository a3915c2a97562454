// Scanning against a list: the right parcel is ticked with a beep, a wrong one turns the screen red.
import type { DriverRoute } from '@routewright/contract'
import { useRef, useState } from 'react'
import type { Parcel } from '../proof/demands.ts'
import { findPlace, stopName } from '../route/stop-words.ts'
import { useSettings } from '../store/settings.ts'
import { findOnRoute, findParcel } from './find-parcel.ts'
import { Scanner } from './scanner.tsx'
import { signal } from './sound.ts'
import { useTypingScanner } from './typing-scanner.ts'
import { WrongParcel, type WrongScan } from './wrong-parcel.tsx'

type Coded = Pick<Parcel, 'identifier'>

interface ParcelScan<P extends Coded> {
  route: DriverRoute
  parcels: readonly P[]
  isDone: (parcel: P) => boolean
  onParcel: (parcel: P, isTyped: boolean) => void
  title: string
}

/** `open` shows the camera; `overlay` is to be drawn by the screen. Scanners that type are heard with and without the camera. */
export function useParcelScan<P extends Coded>({ route, parcels, isDone, onParcel, title }: ParcelScan<P>) {
  const { beep } = useSettings()
  const [isOpen, setOpen] = useState(false)
  const [wrong, setWrong] = useState<WrongScan>()
  const [lastCode, setLastCode] = useState<string>()
  const wrongShown = useRef(false)
  const done = parcels.filter(isDone).length

  const closeWrong = () => {
    wrongShown.current = false
    setWrong(undefined)
  }

  const onCode = (code: string, isTyped: boolean) => {
    // The camera waits until the driver has read the screen; what was typed by hand is answered.
    if (wrongShown.current && !isTyped) return
    closeWrong()
    const parcel = findParcel(parcels, code)
    if (parcel) {
      setLastCode(parcel.identifier)
      if (isDone(parcel)) return
      signal('right', beep)
      onParcel(parcel, isTyped)
      return
    }
    wrongShown.current = true
    setWrong(describeWrong(route, code))
  }

  useTypingScanner((code) => onCode(code, false))

  const overlay = (
    <>
      {isOpen && (
        <Scanner
          title={`${title} · ${done} / ${parcels.length}`}
          {...(lastCode ? { hint: `✓ ${lastCode}` } : {})}
          onCode={onCode}
          onClose={() => setOpen(false)}
        />
      )}
      {wrong && <WrongParcel key={wrong.code} wrong={wrong} isLoud={beep} onClose={closeWrong} />}
    </>
  )
  return { open: () => setOpen(true), overlay }
}

/** A code that is none of the list's, with the stop of the route that it belongs to, if there is one. */
function describeWrong(route: DriverRoute, code: string): WrongScan {
  const elsewhere = findOnRoute(route, code)
  if (!elsewhere) return { code }
  return { code, stopNumber: findPlace(route, elsewhere.stop)!, stopName: stopName(elsewhere.stop) }
}
