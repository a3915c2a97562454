// Something happened on the way: one tap tells the dispatcher what, with the place and a word if there is time.
import type { DriverProblem } from '@routewright/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../parts/button.tsx'
import { Comments } from '../parts/draft-text.tsx'
import { Icon } from '../parts/icon.tsx'
import { useOneAct } from '../parts/one-act.ts'
import { Screen } from '../parts/screen.tsx'
import { back } from '../parts/screens.ts'
import { tellDispatcher } from '../route/doings.ts'
import { findPlace } from '../route/stop-words.ts'
import type { RouteView } from '../route/use-route.ts'
import { NotKeptWarning } from './evidence.tsx'

const kinds = ['accident', 'breakdown', 'traffic', 'goods', 'address', 'other'] as const satisfies DriverProblem[]

export function Problem({ view, stopId }: { view: RouteView; stopId: string | undefined }) {
  const { t } = useTranslation()
  const [category, setCategory] = useState<DriverProblem>()
  const [comments, setComments] = useState('')
  const [isTold, setTold] = useState(false)
  const phone = view.session.settings.dispatcher_phone
  const stop = view.route.stops.find(({ id }) => id === stopId)

  const { act, hasFailed } = useOneAct()
  const file = async () => {
    await tellDispatcher(view, {
      kind: 'problem',
      category: category ?? 'other',
      ...(comments.trim() ? { comments: comments.trim() } : {}),
      ...(stop ? { stop_id: stop.id } : {}),
    })
    setTold(true)
  }
  return (
    <Screen
      title={t('problem.title')}
      subtitle={stop && t('stop.number', { number: findPlace(view.route, stop) })}
      backTo="route"
      footer={
        isTold ? (
          <Button look="main" text={t('problem.goOn')} onClick={() => back('route')} />
        ) : (
          <Tell isChosen={category !== undefined} hasFailed={hasFailed} tell={() => act(file)} />
        )
      }
    >
      {isTold ? (
        <p className="told" role="status">
          <Icon name="check" size={48} />
          {t('problem.told')}
        </p>
      ) : (
        <>
          <Kinds chosen={category} choose={setCategory} />
          <Comments value={comments} onChange={setComments} />
        </>
      )}
      {phone && (
        <a className="button second" href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
          <Icon name="phone" /> {t('action.callDispatcher')}
        </a>
      )}
    </Screen>
  )
}

function Tell({ isChosen, hasFailed, tell }: { isChosen: boolean; hasFailed: boolean; tell: () => Promise<void> }) {
  const { t } = useTranslation()
  return (
    <>
      {hasFailed && <NotKeptWarning />}
      <Button look="main" text={t(isChosen ? 'problem.tell' : 'problem.choose')} isOff={!isChosen} onClick={tell} />
    </>
  )
}

function Kinds({ chosen, choose }: { chosen: DriverProblem | undefined; choose: (kind: DriverProblem) => void }) {
  const { t } = useTranslation()
  return (
    <fieldset className="tiles">
      <legend>{t('problem.what')}</legend>
      {kinds.map((kind) => (
        <label key={kind} className={kind === chosen ? 'chosen' : ''}>
          <input type="radio" name="category" checked={kind === chosen} onChange={() => choose(kind)} />
          {t(`problem.kind.${kind}`)}
        </label>
      ))}
    </fieldset>
  )
}
