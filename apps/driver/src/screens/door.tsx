// "The door is here": the driver stands where the stop really is, and tells it for this stop and the next ones of the address.
import type { DriverStop } from '@routewright/contract'
import { useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../parts/button.tsx'
import { useFormats } from '../parts/formats.ts'
import { Icon } from '../parts/icon.tsx'
import { Sheet } from '../parts/sheet.tsx'
import { type Fix, lastFix, metersBetween, watchFix } from '../position/last-fix.ts'
import { tellDoor } from '../route/doings.ts'
import type { RouteView } from '../route/use-route.ts'

/** Less sure than this, the phone may mean the house next door. */
const SURE_METERS = 30
/** Same limit as in the service: a place farther from the earlier one is another place, for this stop alone. */
const FAR_METERS = 500

export function DoorButton({ view, stop }: { view: RouteView; stop: DriverStop }) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const [isTold, setTold] = useState(false)
  const fix = useSyncExternalStore(watchFix, lastFix)

  const tell = async (at: Fix) => {
    await tellDoor(view, stop, at)
    setAsking(false)
    setTold(true)
  }

  if (isTold) {
    return (
      <p className="dim" role="status">
        <Icon name="check" size={20} /> {t('door.told')}
      </p>
    )
  }
  return (
    <>
      <Button look="quiet door" icon="home" text={t('door.here')} onClick={() => setAsking(true)} />
      {isAsking && (
        <Sheet title={t('door.here')} onClose={() => setAsking(false)}>
          <Question view={view} stop={stop} fix={fix} tell={tell} />
        </Sheet>
      )}
    </>
  )
}

interface QuestionProps {
  view: RouteView
  stop: DriverStop
  fix: Fix | undefined
  tell(at: Fix): Promise<void>
}

/** Asks the driver to confirm the place, with what they should know before. */
function Question({ view, stop, fix, tell }: QuestionProps) {
  const { t } = useTranslation()
  const formats = useFormats(view.session)
  if (!fix) return <p>{t('door.noPosition')}</p>
  if (fix.accuracy > SURE_METERS) return <p>{t('door.unsure', { distance: formats.distance(fix.accuracy) })}</p>
  const { lat, lng } = stop.location ?? {}
  const meters = lat === undefined || lng === undefined ? undefined : metersBetween(fix, { lat, lng })
  return (
    <>
      <p>{meters === undefined ? t('door.first') : t('door.moves', { distance: formats.distance(meters) })}</p>
      <p className="dim">{meters !== undefined && meters > FAR_METERS ? t('door.onlyNow') : t('door.kept')}</p>
      <Button look="main" text={t('door.tell')} onClick={() => tell(fix)} />
    </>
  )
}
