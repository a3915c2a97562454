// Reports that have not reached the service yet, one line each; refused calls with advice.
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { readConnection, requestFlush, watchConnection } from '../outbox/flushing.ts'
import {
  countUnsent,
  mayRemove,
  type PictureState,
  readPieces,
  removeRefused,
  type StopPieces,
  sendAgain,
  sendPictureAgain,
} from '../outbox/outbox.ts'
import { Button } from '../parts/button.tsx'
import { useFormats } from '../parts/formats.ts'
import { Icon } from '../parts/icon.tsx'
import { Screen } from '../parts/screen.tsx'
import { findPlace, stopName } from '../route/stop-words.ts'
import type { RouteView } from '../route/use-route.ts'
import type { QueuedItem } from '../store/database.ts'
import { useLive } from '../store/live.ts'

export function Queue({ view }: { view: RouteView }) {
  const { t } = useTranslation()
  const { waiting } = view
  // Before the phone's database has answered nothing may be called sent.
  const known = useLive(readPieces, [])
  const { pieces, positions } = known ?? { pieces: [], positions: 0 }
  const connection = useSyncExternalStore(watchConnection, readConnection)
  const count = countUnsent(waiting) + positions
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
      {known && count === 0 && (
        <p className="told">
          <Icon name="check" size={56} />
          {t('queue.allSent')}
        </p>
      )}
      <Part title={t('queue.refused')}>
        {[
          ...waiting.refused.map((item) => <Refused key={item.id} item={item} view={view} />),
          ...waiting.refusedPictures.map((picture) => (
            <RefusedPicture key={picture.id} picture={picture} view={view} />
          )),
        ]}
      </Part>
      <OnTheirWay pieces={pieces} positions={positions} view={view} />
      <Part title={t('queue.handed')}>
        {waiting.handed.map((item) => (
          <li key={item.id} className="handed">
            <Line item={item} view={view} />
            <p>
              <Icon name="check" size={18} /> {t('queue.handed')}
            </p>
          </li>
        ))}
      </Part>
    </Screen>
  )
}

/** Waiting calls: by stop, those of no stop, and the number of positions. */
function OnTheirWay({
  pieces,
  positions,
  view,
}: {
  pieces: readonly StopPieces[]
  positions: number
  view: RouteView
}) {
  const { t } = useTranslation()
  const { calls, pictures } = view.waiting
  const others = pictures - pieces.flatMap((piece) => piece.pictures).filter(isWaiting).length
  return (
    <>
      <Part title={t('queue.waiting')}>
        {[
          ...pieces.map((piece) => <Pieces key={piece.stop_id} pieces={piece} view={view} />),
          ...calls
            .filter(({ stop_id }) => stop_id === undefined)
            .map((item) => (
              <li key={item.id}>
                <Line item={item} view={view} />
              </li>
            )),
        ]}
      </Part>
      {others > 0 && <p className="dim">{t('queue.pictures', { count: others })}</p>}
      {positions > 0 && <p className="dim">{t('queue.positions', { count: positions })}</p>}
    </>
  )
}

const isWaiting = ({ state }: { state: string }) => state === 'waiting'

/** Everything of one stop, piece by piece: with a tick what has arrived. */
function Pieces({ pieces: { stop_id, calls, pictures }, view }: { pieces: StopPieces; view: RouteView }) {
  const { t } = useTranslation()
  const formats = useFormats(view.session)
  return (
    <li>
      <div className="row">
        <StopOf view={view} stopId={stop_id} />
      </div>
      <ul className="pieces">
        {calls.map((item) => (
          <Piece key={item.id} hasArrived={item.state === 'sent' || item.state === 'handed'}>
            {getWord(item, t)} · {formats.clock(item.created_at)}
          </Piece>
        ))}
        {pictures.map((picture, index) => (
          <Piece key={picture.id} hasArrived={picture.state === 'sent'}>
            {t('queue.photo', { number: index + 1, total: pictures.length })}
          </Piece>
        ))}
      </ul>
    </li>
  )
}

function Piece({ hasArrived, children }: { hasArrived: boolean; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <li className={hasArrived ? 'arrived' : ''}>
      <Icon name={hasArrived ? 'check' : 'clock'} size={18} />
      <span className="grow">{children}</span>
      <span className="dim">{t(hasArrived ? 'queue.arrived' : 'queue.onItsWay')}</span>
    </li>
  )
}

function StopOf({ view, stopId }: { view: RouteView; stopId: string | undefined }) {
  const { t } = useTranslation()
  const stop = view.route.stops.find(({ id }) => id === stopId) ?? view.drafts.get(stopId ?? '')?.stop
  return (
    <>
      <span className="number">{findPlace(view.route, stop) ?? '·'}</span>
      <strong className="grow">{stop ? stopName(stop) : t('queue.otherStop')}</strong>
    </>
  )
}

function RefusedPicture({ picture, view }: { picture: PictureState; view: RouteView }) {
  const { t } = useTranslation()
  return (
    <li className="refused">
      <div className="row">
        <StopOf view={view} stopId={picture.stop_id} />
      </div>
      <p role="alert">{t('queue.photoRefused', { message: picture.refusal ?? '' })}</p>
      <div className="row actions">
        <Button look="second" text={t('queue.sendAgain')} onClick={() => sendPictureAgain(picture.id)} />
      </div>
    </li>
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
      <span className="number">{findPlace(view.route, stop) ?? '·'}</span>
      <span className="grow">
        <strong>{getWord(item, t)}</strong>
        <span className="dim">
          {[formats.clock(item.created_at), stop && stopName(stop)].filter(Boolean).join(' · ')}
        </span>
      </span>
    </div>
  )
}

function getWord(item: QueuedItem, t: ReturnType<typeof useTranslation>['t']): string {
  if (item.kind === 'report') return t(`queue.report.${item.body.type}`)
  if (item.kind === 'amend') return t(`queue.amend.${item.body.action}`)
  if (item.kind === 'note' && item.body.kind === 'door') return t('door.here')
  if (item.kind === 'break') return t(`queue.break.${item.body.action}`)
  if (item.kind === 'scan') return t('queue.kind.scan', { code: item.body.identifier })
  if (item.kind === 'return')
    return t(item.body.identifier ? 'queue.kind.return' : 'returns.title', { code: item.body.identifier })
  return t(`queue.kind.${item.kind}`)
}

const explained: Record<string, string> = {
  'highway.stop.error.invalid_pin': 'pin',
  'highway.domain.error.not_found': 'gone',
  'highway.user.error.forbidden': 'forbidden',
}

function Refused({ item, view }: { item: QueuedItem; view: RouteView }) {
  const { t } = useTranslation()
  const why = explained[item.refusal?.message_id ?? '']
  return (
    <li className="refused">
      <Line item={item} view={view} />
      <p role="alert">{why ? t(`queue.why.${why}`) : t('queue.why.other', { message: item.refusal?.message })}</p>
      {item.kind === 'report' && why === 'pin' ? (
        <AskAgain item={item} />
      ) : (
        <div className="row actions">
          <Button look="second" text={t('queue.sendAgain')} onClick={() => sendAgain(item, item.body)} />
          {mayRemove(item) && <Button look="quiet" text={t('queue.remove')} onClick={() => removeRefused(item)} />}
        </div>
      )}
    </li>
  )
}

/** The recipient is asked for the code again; who has left them hands the report to the office without it. */
function AskAgain({ item }: { item: QueuedItem & { kind: 'report' } }) {
  const { t } = useTranslation()
  const [pin, setPin] = useState('')
  const handOver = () => {
    const { pin: _wrong, ...body } = item.body
    return sendAgain(item, { ...body, without_code: true })
  }
  return (
    <>
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
      <div className="row actions">
        <Button look="quiet" text={t('queue.withoutCode')} onClick={handOver} />
      </div>
    </>
  )
}
