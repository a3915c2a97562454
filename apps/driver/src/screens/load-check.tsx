// Loading: the parcels in reverse order of the stops, so that the first to deliver lies on top.
import { useTranslation } from 'react-i18next'
import { Button } from '../parts/button.tsx'
import { Screen } from '../parts/screen.tsx'
import { back } from '../parts/screens.ts'
import { TickLine } from '../parts/tick-line.tsx'
import { type Parcel, parcelsToLoad } from '../proof/demands.ts'
import { checkLoaded } from '../route/doings.ts'
import { parcelMark, placeOf, stopName } from '../route/stop-words.ts'
import type { RouteView } from '../route/use-route.ts'
import { useParcelScan } from '../scan/use-parcel-scan.tsx'
import { isAboard } from './today.tsx'

export function LoadCheck({ view }: { view: RouteView }) {
  const { t } = useTranslation()
  const { route } = view
  const parcels = parcelsToLoad(route)
  const isDone = ({ identifier, stop }: Parcel) => isAboard(stop.packages, identifier)
  const missing = parcels.filter((parcel) => !isDone(parcel))
  const scan = useParcelScan({
    route,
    parcels,
    isDone,
    title: t('load.title'),
    onParcel: ({ identifier, stop }, isTyped) => void checkLoaded(view, stop, identifier, isTyped),
  })

  return (
    <Screen
      title={t('load.title')}
      subtitle={t('load.progress', { done: parcels.length - missing.length, count: parcels.length })}
      backTo="today"
      footer={
        missing.length > 0 ? (
          <Button look="main" icon="scan" text={t('load.scan')} onClick={scan.open} />
        ) : (
          <Button look="main" icon="check" text={t('load.complete')} onClick={() => back('today')} />
        )
      }
    >
      <progress className="wide" value={parcels.length - missing.length} max={parcels.length} />
      <ol className="parcels">
        {parcels.map((parcel) => (
          <ParcelLine
            key={`${parcel.stop.id} ${parcel.identifier}`}
            parcel={parcel}
            place={placeOf(route, parcel.stop)}
            isDone={isDone(parcel)}
            check={() => void checkLoaded(view, parcel.stop, parcel.identifier, true)}
          />
        ))}
      </ol>
      {scan.overlay}
    </Screen>
  )
}

interface ParcelLineProps {
  parcel: Parcel
  /** Of its stop in the route. */
  place: string | undefined
  isDone: boolean
  check: () => void
}

function ParcelLine({ parcel, place, isDone, check }: ParcelLineProps) {
  const { t } = useTranslation()
  return (
    <TickLine
      number={place}
      title={parcel.identifier}
      detail={[parcelMark(parcel.stop), stopName(parcel.stop)].filter(Boolean).join(' · ')}
      isDone={isDone}
      doneText={t('load.aboard')}
      button={{ text: t('load.byHand'), label: t('load.byHandFor', { code: parcel.identifier }), press: check }}
    />
  )
}
