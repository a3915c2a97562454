// Back at the depot: what was not delivered is handed over, scanned or ticked.
import type { ReturningGoods } from '@routewright/contract'
import { useTranslation } from 'react-i18next'
import { Button } from '../parts/button.tsx'
import { Screen } from '../parts/screen.tsx'
import { back } from '../parts/screens.ts'
import { TickLine } from '../parts/tick-line.tsx'
import { handBack } from '../route/doings.ts'
import { findPlace } from '../route/stop-words.ts'
import type { RouteView } from '../route/use-route.ts'
import { useParcelScan } from '../scan/use-parcel-scan.tsx'

const isBack = ({ returned_at }: ReturningGoods) => returned_at !== undefined

export function Returns({ view }: { view: RouteView }) {
  const { t } = useTranslation()
  const { route } = view
  const goods = route.returns ?? []
  const parcels = goods.flatMap((good) =>
    good.identifier === undefined ? [] : [{ ...good, identifier: good.identifier }],
  )
  const missing = goods.filter((good) => !isBack(good))
  const scan = useParcelScan({
    route,
    parcels,
    isDone: isBack,
    title: t('returns.title'),
    onParcel: (parcel) => void handBack(view, parcel),
  })
  return (
    <Screen
      title={t('returns.title')}
      subtitle={t('returns.progress', { done: goods.length - missing.length, count: goods.length })}
      backTo="route"
      footer={
        missing.some(({ identifier }) => identifier !== undefined) ? (
          <Button look="main" icon="scan" text={t('load.scan')} onClick={scan.open} />
        ) : (
          missing.length === 0 && (
            <Button look="main" icon="check" text={t('returns.complete')} onClick={() => back('route')} />
          )
        )
      }
    >
      <progress className="wide" value={goods.length - missing.length} max={goods.length || 1} />
      <ol className="parcels">
        {goods.map((good) => (
          <ReturnLine key={`${good.stop_id} ${good.identifier ?? ''}`} view={view} goods={good} />
        ))}
      </ol>
      {scan.overlay}
    </Screen>
  )
}

function ReturnLine({ view, goods }: { view: RouteView; goods: ReturningGoods }) {
  const { t } = useTranslation()
  const stop = view.route.stops.find(({ id }) => id === goods.stop_id)
  const name = goods.label ?? goods.external_id ?? t('returns.stop')
  const title = goods.identifier ?? t('returns.allOf', { name })
  return (
    <TickLine
      number={findPlace(view.route, stop)}
      title={title}
      detail={[goods.identifier && name, goods.return_to_sender_at && t('returns.toSender')]
        .filter(Boolean)
        .join(' · ')}
      isDone={isBack(goods)}
      doneText={t('returns.back')}
      button={{
        text: t('load.byHand'),
        label: t('load.byHandFor', { code: title }),
        press: () => void handBack(view, goods),
      }}
    />
  )
}
