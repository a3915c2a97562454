// The handover: parcels, tasks, photo, signature, code, fields; only what the project demands stands in the way.
import { asksPin, type DriverSession, type DriverStop } from '@routewright/contract'
import { useTranslation } from 'react-i18next'
import { Button } from '../parts/button.tsx'
import { Comments, useTyped } from '../parts/draft-text.tsx'
import { useFormats } from '../parts/formats.ts'
import { useOneAct } from '../parts/one-act.ts'
import { Screen } from '../parts/screen.tsx'
import { showInstead } from '../parts/screens.ts'
import {
  completion,
  fieldName,
  handedOver,
  listUnmet,
  type Parcel,
  parcelsAt,
  type UnmetDemand,
} from '../proof/demands.ts'
import { Photos } from '../proof/photos.tsx'
import { Signature } from '../proof/signature.tsx'
import { takerText } from '../proof/taker.ts'
import { fileReport, now } from '../route/doings.ts'
import { findPlace, stopName } from '../route/stop-words.ts'
import { useDraft } from '../route/use-draft.ts'
import { leaveForm, type RouteView } from '../route/use-route.ts'
import type { StopDraft } from '../store/database.ts'
import { LeftRoute, NotKeptWarning } from './evidence.tsx'
import { Fields, Parcels, Tasks } from './handover-parts.tsx'
import { PaymentChoice } from './payment.tsx'
import { TooFar } from './stop.tsx'
import { TakerChoice } from './taker.tsx'

export function Deliver({ view, stop }: { view: RouteView; stop: DriverStop }) {
  const { t } = useTranslation()
  const { session, route } = view
  const [draft, change] = useDraft(view, stop)
  const parcels = parcelsAt(route, stop)
  const unmet = listUnmet(session, stop, draft)
  const isPhotoNeeded = session.settings.photo_required === true

  const { finish, hasFailed } = useFinish(view, stop, draft, parcels)

  return (
    <Screen
      title={t(`deliver.title.${stop.type}`)}
      subtitle={`${t('stop.number', { number: findPlace(route, stop) })} · ${stopName(stop)}`}
      backTo={`stop/${stop.id}`}
      footer={
        <>
          <TooFar view={view} stop={stop} />
          {hasFailed && <NotKeptWarning />}
          <FinishButton session={session} stop={stop} unmet={unmet} parcels={parcels} draft={draft} finish={finish} />
        </>
      }
    >
      <LeftRoute view={view} stop={stop} />
      {stop.cash_on_delivery && <PaymentChoice view={view} due={stop.cash_on_delivery} draft={draft} change={change} />}
      {parcels.length > 0 && <Parcels view={view} parcels={parcels} draft={draft} change={change} />}
      {stop.tasks.length > 0 && <Tasks stop={stop} draft={draft} change={change} />}
      <Photos stop={stop} routeId={view.id} draft={draft} change={change} isNeeded={isPhotoNeeded} />
      <Signature
        value={draft.signature}
        isNeeded={session.settings.signature_required === true}
        onChange={(signature) => void change(() => ({ signature }))}
      />
      {asksPin(session.settings, stop.pin_required, 'service_report_completed') && (
        <Pin value={draft.pin} onChange={(pin) => void change(() => ({ pin }))} />
      )}
      {stop.type === 'delivery' && <TakerChoice draft={draft} change={change} />}
      <Fields session={session} draft={draft} change={change} />
      <Comments value={draft.comments} onChange={(comments) => void change(() => ({ comments }))} />
    </Screen>
  )
}

/** Files the report of the delivery, once however often it is tapped, and goes back to the list. */
function useFinish(view: RouteView, stop: DriverStop, draft: StopDraft, parcels: readonly Parcel[]) {
  const { t } = useTranslation()
  const { act, hasFailed } = useOneAct()
  const file = async () => {
    const taker = stop.type === 'delivery' ? takerText(draft, t) : ''
    const whole = { ...draft, parcels: handedOver(parcels, draft, now()) }
    await fileReport(view, stop, draft, completion(stop, parcels, whole), taker)
    await leaveForm(view, () => showInstead('route'))
  }
  return { finish: () => act(file), hasFailed }
}

interface FinishButtonProps {
  session: DriverSession
  stop: DriverStop
  unmet: readonly UnmetDemand[]
  parcels: readonly Parcel[]
  draft: StopDraft
  finish: () => Promise<void>
}

/** Ends the stop, or leads to what is still missing. */
function FinishButton({ session, stop, unmet, parcels, draft, finish }: FinishButtonProps) {
  const { t } = useTranslation()
  const formats = useFormats(session)
  const [first] = unmet
  if (first) {
    const list = formats.list(unmet.map((demand) => demandWord(demand, t)))
    return <Button look="main unmet" text={t('deliver.stillNeeded', { list })} onClick={() => showDemand(first)} />
  }
  const direction = stop.type === 'pickup' ? 'pickup' : 'delivery'
  const count = parcels.filter(({ identifier }) => !draft.parcels[identifier]).length
  const done = t(count > 0 ? `deliver.all.${direction}` : `deliver.done.${stop.type}`, { count })
  // While none is ticked, all of them change hands.
  const isShort = count > 0 && count < parcels.length
  const text = isShort ? t(`deliver.short.${direction}`, { count }) : done
  return <Button look="main good" icon="check" text={text} onClick={finish} />
}

type Translate = ReturnType<typeof useTranslation>['t']

function demandWord(unmet: UnmetDemand, t: Translate): string {
  return unmet.demand === 'field' ? fieldName(unmet.field) : t(`demand.${unmet.demand}`)
}

function showDemand(unmet: UnmetDemand): void {
  const part = document.getElementById(unmet.demand === 'field' ? `field-${fieldName(unmet.field)}` : unmet.demand)
  part?.scrollIntoView({ behavior: 'smooth', block: 'center' })
  part?.querySelector<HTMLElement>('input, textarea, button')?.focus({ preventScroll: true })
}

function Pin({ value, onChange }: { value: string; onChange: (pin: string) => void }) {
  const { t } = useTranslation()
  const typed = useTyped(value, onChange)
  return (
    <section className="part" id="pin">
      <label className="field">
        <span>
          {t('proof.pin')} <span className="needed">{t('proof.needed')}</span>
        </span>
        <input
          className="pin"
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          value={typed.value}
          onChange={(event) => typed.set(event.target.value.replace(/\D/g, ''))}
        />
      </label>
      <p className="dim">{t('proof.pinHint')}</p>
    </section>
  )
}
