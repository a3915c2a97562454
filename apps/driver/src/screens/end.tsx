// The end of the day: what was done, whether everything has been sent, and how it was.

import { sumPayments } from '@routewright/contract/payment-sums'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { countUnsent } from '../outbox/outbox.ts'
import { Button } from '../parts/button.tsx'
import { Draft } from '../parts/draft-text.tsx'
import { useFormats } from '../parts/formats.ts'
import { Icon } from '../parts/icon.tsx'
import { Screen } from '../parts/screen.tsx'
import { show } from '../parts/screens.ts'
import { tellDispatcher } from '../route/doings.ts'
import type { RouteView } from '../route/use-route.ts'
import { database } from '../store/database.ts'
import { useLive } from '../store/live.ts'
import { MenuButton } from './menu-button.tsx'

export function End({ view }: { view: RouteView }) {
  const { t } = useTranslation()
  const { route } = view
  const formats = useFormats(view.session)
  const unsent = countUnsent(view.waiting)
  const count = (status: string) => route.stops.filter((stop) => stop.status === status).length
  return (
    <Screen
      title={t('end.title')}
      subtitle={route.label || route.vehicle_label}
      actions={<MenuButton />}
      footer={<Button look="quiet" icon="list" text={t('end.showStops')} onClick={() => show('list')} />}
    >
      <p className="told" role="status">
        <Icon name={unsent === 0 ? 'check' : 'cloud'} size={56} />
        {unsent === 0 ? t('end.allSent') : t('end.unsent', { count: unsent })}
      </p>
      <dl className="facts">
        <div className="done">
          <dt>{t('status.stop.completed')}</dt>
          <dd>{formats.number(count('completed'))}</dd>
        </div>
        <div className="late">
          <dt>{t('status.stop.incomplete')}</dt>
          <dd>{formats.number(count('incomplete'))}</dd>
        </div>
        <div className="failed">
          <dt>{t('status.stop.canceled')}</dt>
          <dd>{formats.number(count('canceled'))}</dd>
        </div>
        {route.distance_traveled !== undefined && (
          <div>
            <dt>{t('end.way')}</dt>
            <dd>{formats.distance(route.distance_traveled)}</dd>
          </div>
        )}
      </dl>
      <Collected view={view} />
      <GoesBack view={view} />
      <Survey view={view} />
    </Screen>
  )
}

/** The money that the driver has collected on this route, by currency and way of paying. */
function Collected({ view }: { view: RouteView }) {
  const { t } = useTranslation()
  const formats = useFormats(view.session)
  const sums = sumPayments(view.route.stops)
  if (sums.length === 0) return null
  return (
    <section className="part" aria-label={t('payment.sums')}>
      <h2>{t('payment.sums')}</h2>
      <dl className="facts">
        {sums.flatMap((sum) =>
          (['cash', 'card', 'other'] as const)
            .filter((method) => method === 'cash' || Number(sum[method]) > 0)
            .map((method) => (
              <div key={`${sum.currency} ${method}`}>
                <dt>{t(`payment.choice.${method}`)}</dt>
                <dd>{formats.moneyIn({ amount: sum[method], currency: sum.currency })}</dd>
              </div>
            )),
        )}
      </dl>
    </section>
  )
}

/** Undelivered goods to be handed over at the depot before the day ends. */
function GoesBack({ view }: { view: RouteView }) {
  const { t } = useTranslation()
  const goods = view.route.returns ?? []
  const open = goods.filter(({ returned_at }) => returned_at === undefined).length
  if (goods.length === 0) return null
  return (
    <section className="part" aria-label={t('returns.title')}>
      <p>{open > 0 ? t('returns.goBack', { count: open }) : t('returns.allBack')}</p>
      <Button
        look={open > 0 ? 'main' : 'quiet'}
        icon="scan"
        text={t(open > 0 ? 'returns.handOver' : 'returns.show')}
        onClick={() => show('returns')}
      />
    </section>
  )
}

function Survey({ view }: { view: RouteView }) {
  const { t } = useTranslation()
  const key = `survey ${view.id}`
  const answered = useLive(async () => (await database.settings.get(key)) !== undefined, [key])
  const [rating, setRating] = useState(0)
  const [comments, setComments] = useState('')
  const send = async () => {
    await tellDispatcher(view, { kind: 'survey', rating, ...(comments.trim() ? { comments: comments.trim() } : {}) })
    await database.settings.put({ key, value: true })
  }
  if (answered === undefined) return null
  if (answered) return <p className="dim centre">{t('end.thanks')}</p>
  return (
    <section className="part">
      <fieldset className="stars">
        <legend>{t('end.howWasIt')}</legend>
        {[1, 2, 3, 4, 5].map((star) => (
          <label key={star} className={star <= rating ? 'chosen' : ''}>
            <input type="radio" name="rating" checked={star === rating} onChange={() => setRating(star)} />
            <Icon name="star" size={36} />
            <span className="hidden">{t('end.stars', { count: star })}</span>
          </label>
        ))}
      </fieldset>
      {rating > 0 && (
        <>
          <Draft label={t('end.say')} value={comments} onChange={setComments} rows={3} />
          <Button look="main" text={t('action.send')} onClick={send} />
        </>
      )}
    </section>
  )
}
