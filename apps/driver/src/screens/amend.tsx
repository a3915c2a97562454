// A report is corrected: the same parts as when it was made, filled in with what it says.
import type { DriverStop, Report } from '@routewright/contract'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../parts/button.tsx'
import { Comments } from '../parts/draft-text.tsx'
import { useFormats } from '../parts/formats.ts'
import { useOneAct } from '../parts/one-act.ts'
import { Screen } from '../parts/screen.tsx'
import { back } from '../parts/screens.ts'
import { fieldName, listUnmet, parcelsAt, type UnmetDemand } from '../proof/demands.ts'
import { Photos } from '../proof/photos.tsx'
import { Signature } from '../proof/signature.tsx'
import { takerText } from '../proof/taker.ts'
import {
  amendedBy,
  dropAmendment,
  fileAmendment,
  findAmendable,
  findDue,
  getAmendment,
  keepAmendment,
} from '../route/amendments.ts'
import { findPlace, stopName } from '../route/stop-words.ts'
import type { ChangeDraft } from '../route/use-draft.ts'
import type { RouteView } from '../route/use-route.ts'
import { type AmendmentDraft, database } from '../store/database.ts'
import { useLive } from '../store/live.ts'
import { NotKeptWarning } from './evidence.tsx'
import { Reasons } from './failed.tsx'
import { Fields, Parcels, Tasks } from './handover-parts.tsx'
import { PaymentChoice } from './payment.tsx'
import { addressOfSignature } from './reported.tsx'
import { TakerChoice } from './taker.tsx'

interface Props {
  view: RouteView
  stop: DriverStop
}

/** Renders nothing where the report may no longer be corrected: the stop says so. */
export function Amend({ view, stop }: Props) {
  const { t } = useTranslation()
  const begun = useLive(async () => (await database.amendments.get(stop.id)) ?? null, [stop.id])
  const report = findAmendable(view, stop)
  if (begun === undefined) return null
  if (!report) {
    return (
      <Screen title={t('reported.correct')} subtitle={stopName(stop)} backTo={`stop/${stop.id}`}>
        <p className="warning">{t('reported.tooLate')}</p>
      </Screen>
    )
  }
  return <AmendForm view={view} stop={stop} report={report} begun={begun} />
}

function AmendForm({ view, stop, report, begun }: Props & { report: Report; begun: AmendmentDraft | null }) {
  const { t } = useTranslation()
  const line = takerText(report, t)
  const known = begun?.report === (report.client_id ?? report.id) ? begun : getAmendment(stop, view.id, report, line)
  const [draft, setDraft] = useState(known)
  // Several photos come one after the other within one drawing.
  const newest = useRef(draft)
  const set = (changed: Partial<AmendmentDraft>) => {
    newest.current = { ...newest.current, ...changed }
    setDraft(newest.current)
    // While the phone cannot store, the open form keeps what was typed; a banner says so.
    return keepAmendment(newest.current).catch(() => {})
  }
  const change: ChangeDraft = (make) => set(make(newest.current))
  const { save, hasFailed } = useSave(view, stop, report, draft)
  return (
    <Screen
      title={t('reported.correct')}
      subtitle={`${t('stop.number', { number: findPlace(view.route, stop) })} · ${stopName(stop)}`}
      backTo={`stop/${stop.id}`}
      footer={
        <>
          {hasFailed && <NotKeptWarning />}
          <Save view={view} stop={stop} report={report} draft={draft} save={save} />
        </>
      }
    >
      <p className="dim">{t('reported.kept')}</p>
      {report.type === 'service_report_completed' ? (
        <Handover view={view} stop={stop} report={report} draft={draft} change={change} set={set} />
      ) : (
        <Why view={view} draft={draft} change={change} />
      )}
      <Photos
        stop={stop}
        draft={draft}
        change={change}
        routeId={view.id}
        isNeeded={lacks(view, stop, report, draft, 'photo')}
        kept={draft.kept_images}
        removeKept={(id) => void set({ kept_images: draft.kept_images.filter((image) => image.id !== id) })}
      />
      <Comments value={draft.comments} onChange={(comments) => void change(() => ({ comments }))} />
    </Screen>
  )
}

/** Files the corrected report, once however often it is tapped, and goes back to the stop. */
function useSave(view: RouteView, stop: DriverStop, report: Report, draft: AmendmentDraft) {
  const { t } = useTranslation()
  const { act, hasFailed } = useOneAct()
  const file = async () => {
    const amended = amendedBy(draft, report, takerText(draft, t))
    if (amended) await fileAmendment(view, draft, amended)
    else await dropAmendment(stop.id)
    back(`stop/${stop.id}`)
  }
  return { save: () => act(file), hasFailed }
}

interface PartProps extends Props {
  draft: AmendmentDraft
  change: ChangeDraft
  set: (changed: Partial<AmendmentDraft>) => Promise<void>
}

function Handover({ view, stop, report, draft, change, set }: PartProps & { report: Report }) {
  const { t } = useTranslation()
  const { session, route } = view
  const parcels = parcelsAt(route, stop)
  const { kept_signature } = draft
  const due = findDue(stop, report)
  return (
    <>
      {due && <PaymentChoice view={view} due={due} draft={draft} change={change} />}
      {parcels.length > 0 && <Parcels view={view} parcels={parcels} draft={draft} change={change} />}
      {stop.tasks.length > 0 && <Tasks stop={stop} draft={draft} change={change} />}
      {kept_signature ? (
        <section className="part">
          <h2>{t('proof.signature')}</h2>
          <img className="signed" src={addressOfSignature({ url: kept_signature })} alt={t('proof.signature')} />
          <Button look="quiet" text={t('reported.signAnew')} onClick={() => set({ kept_signature: '' })} />
        </section>
      ) : (
        <Signature
          value={draft.signature}
          isNeeded={session.settings.signature_required === true}
          onChange={(signature) => void change(() => ({ signature }) as Partial<AmendmentDraft>)}
        />
      )}
      {stop.type === 'delivery' && <TakerChoice draft={draft} change={change} />}
      <Fields session={session} draft={draft} change={change} />
    </>
  )
}

function Why({ view, draft, change }: Omit<PartProps, 'stop' | 'set'>) {
  const reasons = view.session.cancel_reasons.filter(({ id, enabled }) => enabled !== false || id === draft.reason)
  return <Reasons reasons={reasons} chosen={draft.reason} choose={(reason) => void change(() => ({ reason }))} />
}

function Save({
  view,
  stop,
  report,
  draft,
  save,
}: Props & { report: Report; draft: AmendmentDraft; save: () => Promise<void> }) {
  const { t } = useTranslation()
  const formats = useFormats(view.session)
  const unmet = listLacking(view, stop, report, draft)
  if (unmet.length > 0) {
    const list = formats.list(
      unmet.map((demand) => (demand.demand === 'field' ? fieldName(demand.field) : t(`demand.${demand.demand}`))),
    )
    return <p className="main unmet">{t('deliver.stillNeeded', { list })}</p>
  }
  return <Button look="main good" icon="check" text={t('reported.save')} onClick={save} />
}

/** Returns required proof that the corrected report lacks; its code was given when it was made. */
function listLacking({ session }: RouteView, stop: DriverStop, report: Report, draft: AmendmentDraft): UnmetDemand[] {
  const picture_ids = [...draft.kept_images.map(({ id }) => id), ...draft.picture_ids]
  const signature = draft.signature ?? (draft.kept_signature || undefined)
  const whole = { ...draft, picture_ids, ...(signature && { signature }) }
  const outcome = { type: report.type, ...(draft.reason && { cancel_reason: draft.reason }) }
  return listUnmet(session, stop, whole, outcome).filter(({ demand }) => demand !== 'pin')
}

function lacks(view: RouteView, stop: DriverStop, report: Report, draft: AmendmentDraft, what: 'photo'): boolean {
  return listLacking(view, stop, report, draft).some(({ demand }) => demand === what)
}
