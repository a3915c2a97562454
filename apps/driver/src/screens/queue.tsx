// What has not reached the service yet, one line each; what it refused, with what to do about it.
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { readConnection, requestFlush, watchConnection } from '../outbox/flushing.ts'
import { removeRefused, sendAgain, useWaiting } from '../outbox/outbox.ts'
import { Button } from '../parts/button.tsx'
import { useFormats } from '../parts/formats.ts'
import { Icon } from '../parts/icon.tsx'
import { Screen } from '../parts/screen.tsx'
import { placeOf, stopName } from '../route/stop-words.ts'
import type { RouteView } from '../route/use-route.ts'
import type { QueuedItem } from '../store/database.ts'

export function Queue({ view }: { view: RouteView }) {
  const { t } = useTranslation()
  const waiting = useWaiting()
  const connection = useSyncExternalStore(watchConnection, readConnection)
  const count = waiting.calls.length + waiting.refused.length + waiting.pictures + waiting.positions
  const isEmpty = waiting.isKnown && count === 0
  return (
    <Screen
      title={t('queue.title')}
      backTo="route"
      footer={count > 0 && <Button look="main" text={t('queue.sendNow')} onClick={requestFlush} />}
    >
      {view.kept.is_closed && (
        <p className="warning" role="alert">
          <Icon name="warning" /> {t('queue.closed')}
        </p>
      )}
      {count > 0 && !view.kept.is_closed && <p className="dim">{t(`queue.connection.${connection}`)}</p>}
      {isEmpty && (
        <p className="told">
          <Icon name="check" size={56} />
          {t('queue.allSent')}
        </p>
      )}
      <Part title={t('queue.refused')}>
        {waiting.refused.map((item) => (
          <Refused key={item.id} item={item} view={view} />
        ))}
      </Part>
      <Part title={t('queue.waiting')}>
        {waiting.calls.map((item) => (
          <li key={item.id}>
            <Line item={item} view={view} />
          </li>
        ))}
      </Part>
      {waiting.pictures > 0 && <p className="dim">{t('queue.pictures', { count: waiting.pictures })}</p>}
      {waiting.positions > 0 && <p className="dim">{t('queue.positions', { count: waiting.positions })}</p>}
    </Screen>
  )
}

/** A list under its title; nothing where it is empty. */
function Part({ title, children }: { title: string; children: ReactNode[] }) {
  if (children.length === 0) return null
  return (
    <section>
      <h2 className="list-title">{title}</h2>
      <ul className="queue">{children}</ul>
    </section>
  )
}

function Line({ item, view }: { item: QueuedItem; view: RouteView }) {
  const { t } = useTranslation()
  const formats = useFormats(view.session)
  const stop = view.route.stops.find(({ id }) => id === item.stop_id)
  return (
    <div className="row">
      <span className="number">{placeOf(view.route, stop) ?? '·'}</span>
      <span className="grow">
        <strong>{wordOf(item, t)}</strong>
        <span className="dim">
          {[formats.clock(item.created_at), stop && stopName(stop)].filter(Boolean).join(' · ')}
        </span>
      </span>
    </div>
  )
}

function wordOf(item: QueuedItem, t: ReturnType<typeof useTranslation>['t']): string {
  if (item.kind === 'report') return t(`queue.report.${item.body.type}`)
  if (item.kind === 'note' && item.body.kind === 'door') return t('door.here')
  if (item.kind === 'break') return t(`queue.break.${item.body.action}`)
  if (item.kind === 'scan') return t('queue.kind.scan', { code: item.body.identifier })
  if (item.kind === 'return')
    return t(item.body.identifier ? 'queue.kind.return' : 'returns.title', { code: item.body.identifier })
  return t(`queue.kind.${item.kind}`)
}

const explained: Record<string, string> = {
  'highway.stop.error.invalid_pin': 'pin',
  'highway.stop.error.report_already_exists': 'ended',
  'highway.domain.error.not_found': 'gone',
  'highway.report.error.missing_required_field': 'missing',
  'highway.user.error.forbidden': 'forbidden',
}

function Refused({ item, view }: { item: QueuedItem; view: RouteView }) {
  const { t } = useTranslation()
  const [pin, setPin] = useState('')
  const why = explained[item.refusal?.message_id ?? '']
  return (
    <li className="refused">
      <Line item={item} view={view} />
      <p role="alert">{why ? t(`queue.why.${why}`) : t('queue.why.other', { message: item.refusal?.message })}</p>
      {item.kind === 'report' && why === 'pin' && (
        <form
          className="row"
          onSubmit={(event) => {
            event.preventDefault()
            void sendAgain(item, { ...item.body, pin })
          }}
        >
          <input
            className="pin"
            inputMode="numeric"
            maxLength={4}
            value={pin}
            onChange={(event) => setPin(event.target.value.replace(/\D/g, ''))}
            aria-label={t('proof.pin')}
          />
          <button type="submit" className="main grow" disabled={pin.length !== 4}>
            {t('queue.sendAgain')}
          </button>
        </form>
      )}
      <div className="row actions">
        {why !== 'pin' && (
          <Button look="second" text={t('queue.sendAgain')} onClick={() => sendAgain(item, item.body)} />
        )}
        <Button look="quiet" text={t('queue.remove')} onClick={() => removeRefused(item)} />
      </div>
    </li>
  )
}
