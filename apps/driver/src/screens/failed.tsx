// It did not work out: why, a photo where that is needed, then later once more, or not at all.
import { type CancelReason, type DriverStop, defaultCancelReasons, demandsPhoto } from '@routewright/contract'
import { useTranslation } from 'react-i18next'
import { Button } from '../parts/button.tsx'
import { Comments } from '../parts/draft-text.tsx'
import { useOneAct } from '../parts/one-act.ts'
import { Screen } from '../parts/screen.tsx'
import { showInstead } from '../parts/screens.ts'
import { listUnmet } from '../proof/demands.ts'
import { Photos } from '../proof/photos.tsx'
import { chooseOrder, fileReport } from '../route/doings.ts'
import { findPlace, stopName } from '../route/stop-words.ts'
import { useDraft } from '../route/use-draft.ts'
import { leaveForm, type RouteView } from '../route/use-route.ts'
import { LeftRoute, NotKeptWarning } from './evidence.tsx'

/** Where the project names none, a driver must still be able to say why. */
const usualReasons: CancelReason[] = defaultCancelReasons.map((id) => ({ id }))

export function Failed({ view, stop }: { view: RouteView; stop: DriverStop }) {
  const { t } = useTranslation()
  const { session } = view
  const [draft, change] = useDraft(view, stop)
  const offered = session.cancel_reasons.filter(({ enabled }) => enabled !== false)
  const reasons = offered.length > 0 ? offered : usualReasons
  const reason = reasons.find(({ id }) => id === draft.reason)
  const attempt = { type: 'service_report_attempted', cancel_reason: draft.reason } as const
  const lacksPhoto = listUnmet(session, stop, draft, attempt).length > 0
  const isReady = reason !== undefined && !lacksPhoto

  const { act, hasFailed } = useOneAct()
  const finish = (type: 'service_report_attempted' | 'service_report_canceled') => act(() => file(type))
  const file = async (type: 'service_report_attempted' | 'service_report_canceled') => {
    await fileReport(view, stop, draft, { type, ...(reason && { cancel_reason: reason.id }) })
    if (type === 'service_report_attempted' && session.settings.driver_may_reorder) await moveToEnd()
    await leaveForm(view, () => showInstead('route'))
  }
  const moveToEnd = async () => {
    const others = view.route.stops.filter(({ id, status }) => status === 'pending' && id !== stop.id)
    await chooseOrder(view, [...others.map(({ id }) => id), stop.id])
  }

  return (
    <Screen
      title={t(`failed.title.${stop.type}`)}
      subtitle={`${t('stop.number', { number: findPlace(view.route, stop) })} · ${stopName(stop)}`}
      backTo={`stop/${stop.id}`}
      footer={
        isReady ? (
          <>
            {hasFailed && <NotKeptWarning />}
            <Button look="main" text={t('failed.later')} onClick={() => finish('service_report_attempted')} />
            <button type="button" className="danger" onClick={() => void finish('service_report_canceled')}>
              {t('failed.cancel')}
            </button>
          </>
        ) : (
          <p className="main unmet">{lacksPhoto ? t('failed.needsPhoto') : t('failed.needsReason')}</p>
        )
      }
    >
      <LeftRoute view={view} stop={stop} />
      <Reasons reasons={reasons} chosen={draft.reason} choose={(id) => void change(() => ({ reason: id }))} />
      <Photos stop={stop} routeId={view.id} draft={draft} change={change} isNeeded={demandsPhoto(session, attempt)} />
      <Comments value={draft.comments} onChange={(comments) => void change(() => ({ comments }))} />
    </Screen>
  )
}

interface ReasonsProps {
  reasons: readonly CancelReason[]
  chosen: string | undefined
  choose: (id: string) => void
}

export function Reasons({ reasons, chosen, choose }: ReasonsProps) {
  const { t } = useTranslation()
  return (
    <fieldset className="tiles">
      <legend>{t('failed.why')}</legend>
      {reasons.map((reason) => (
        <label key={reason.id} className={reason.id === chosen ? 'chosen' : ''}>
          <input type="radio" name="reason" checked={reason.id === chosen} onChange={() => choose(reason.id)} />
          {reasonWord(reason, t)}
        </label>
      ))}
    </fieldset>
  )
}

export function reasonWord({ id, label }: CancelReason, t: ReturnType<typeof useTranslation>['t']): string {
  return label || t(`reason.${id}`, { defaultValue: id.replaceAll('_', ' ') })
}
