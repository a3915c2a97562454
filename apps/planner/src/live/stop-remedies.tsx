// Remedies for a stop that failed, was tried, will be late, or was reported from elsewhere.
import * as operations from '@routewright/client/operations'
import type { EditAnswer, Stop } from '@routewright/contract'
import { demandsPhoto } from '@routewright/contract/report-rules'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { inserting, moving, tryingAgain } from '../plan/order-edits.ts'
import { stopName } from '../plan/plan-data.ts'
import { dayOfPlan } from '../plan/plan-day.ts'
import { usePlanData } from '../plan/plan-store.ts'
import { dayAfter, findPlanOn, postpone } from '../plan/postpone.ts'
import { chooseSender, recordByHand } from '../plan/report-edits.ts'
import { useSelection } from '../plan/selection.ts'
import { useEdit } from '../plan/use-edit.ts'
import { useToldText } from '../plan/who-is-told.ts'
import { Sections } from '../shell/sections.tsx'
import { call } from '../shell/service.ts'
import { useFormats, useProject } from '../shell/session.ts'
import { Refusal } from '../shell/states.tsx'
import { useAction } from '../shell/use-action.ts'
import { useNoted } from './noted.ts'
import { EditRemedy, Remedy, RemedyList, useDriverTold } from './remedy.tsx'

/** Not delivered: once more today, tomorrow, or when the recipient says; else another window, a day to be found, or no more. */
export function FailedRemedies({ stop, sources }: { stop: Stop; sources: readonly string[] }) {
  const { t } = useTranslation(['live', 'editor'])
  const isOver = usePlanData().plan.status === 'finished'
  const returns = stop.return_to_sender_at !== undefined
  const did = t('did.again', { what: stopName(stop) })
  return (
    <RemedyList>
      {!isOver && !returns && <EditRemedy stop={stop} name="again" edit={tryingAgain(stop.id)} did={did} />}
      {!returns && <Tomorrow stop={stop} />}
      {!returns && <AskRecipient stop={stop} />}
      {!returns && <Sections at="stop.remedies" stop={stop} />}
      {!returns && <ToBacklog stop={stop} />}
      {stop.type === 'delivery' && <ToSender stop={stop} />}
      <Remedy
        label={t('remedy.back')}
        effect={t('remedy.back_effect')}
        act={async () => useNoted.getState().putAside(sources)}
      />
    </RemedyList>
  )
}

/** Tried, and still on its route: another van, another day, or no more. */
export function AttemptedRemedies({ stop }: { stop: Stop }) {
  return (
    <RemedyList>
      <GiveAway stop={stop} />
      <Tomorrow stop={stop} />
      <GiveUp stop={stop} />
    </RemedyList>
  )
}

/** Late: the recipients hear of it, another van takes the worst, or it comes earlier on its own route. */
export function LateRemedies({ stop, stops }: { stop: Stop; stops: readonly Stop[] }) {
  const { t } = useTranslation('live')
  const earlier = moving([{ stop_ids: [stop.id], route_id: stop.route_id! }])
  const comesSooner = ({ effects }: EditAnswer) =>
    effects.some(({ before, after }) => after.late_seconds < before.late_seconds)
  return (
    <RemedyList>
      <TellRecipients stops={stops} />
      <GiveAway stop={stop} />
      <EditRemedy
        stop={stop}
        name="earlier"
        edit={earlier}
        did={t('did.earlier', { what: stopName(stop) })}
        helps={comesSooner}
      />
    </RemedyList>
  )
}

/** Told as done elsewhere: the map shows where the stop is. */
export function FarRemedies({ stop, sources }: { stop: Stop; sources: readonly string[] }) {
  const { t } = useTranslation(['live', 'editor'])
  return (
    <RemedyList>
      <LookOnMap stop={stop} />
      <Remedy label={t('put_aside')} act={async () => useNoted.getState().putAside(sources)} />
    </RemedyList>
  )
}

export function LookOnMap({ stop }: { stop: Stop }) {
  const { t } = useTranslation(['live', 'editor'])
  const look = async () => useSelection.getState().select([stop.id])
  return <Remedy isForAll label={t('remedy.look')} act={look} />
}

/** The other open routes are asked; goods that are aboard stay, so nothing is offered for them. */
function GiveAway({ stop }: { stop: Stop }) {
  const { t } = useTranslation('live')
  const { routes } = usePlanData()
  const others = routes.filter(
    ({ id, status, is_locked }) => id !== stop.route_id && status !== 'finished' && !is_locked,
  )
  if (others.length === 0) return null
  const edit = inserting(
    [stop.id],
    others.map(({ id }) => id),
  )
  return <EditRemedy stop={stop} name="give_away" edit={edit} did={t('did.give_away', { what: stopName(stop) })} />
}

function Tomorrow({ stop }: { stop: Stop }) {
  const { t } = useTranslation('live')
  const formats = useFormats()
  const run = useEdit()
  const { plan } = usePlanData()
  const told = useDriverTold()
  const [planned, today] = [dayOfPlan(plan, formats.dayKey), formats.dayKey(new Date())]
  // A plan of last week is not followed by a day that is over.
  const day = dayAfter([planned, today].sort().at(-1)!)
  const { data } = useQuery({
    queryKey: ['plans', plan.project_id, 'of', day],
    queryFn: async () => (await findPlanOn(plan.project_id, day)) ?? null,
  })
  const date = formats.calendarDate(day)
  const effect = data === null ? t('remedy.new_plan', { date }) : [date, data?.label].filter(Boolean).join(' · ')
  const did = t('did.tomorrow', { what: stopName(stop), date })
  return (
    <Remedy
      label={t('remedy.tomorrow')}
      lines="shared"
      effect={effect}
      told={told(stop.status === 'pending' ? stop.route_id : undefined)}
      act={() => run(did, (text) => postpone(text, [stop.id], day))}
    />
  )
}

/** It waits for a day that somebody finds for it. */
function ToBacklog({ stop }: { stop: Stop }) {
  const { t } = useTranslation(['live', 'editor'])
  const run = useEdit()
  const did = t('editor:did.to_backlog', { what: stopName(stop) })
  return (
    <Remedy
      label={t('editor:to_backlog')}
      effect={t('remedy.backlog_effect')}
      act={() => run(did, (text) => postpone(text, [stop.id], null))}
    />
  )
}

/** Its goods go back to the sender; where they do already, it may be tried again after all. */
function ToSender({ stop }: { stop: Stop }) {
  const { t } = useTranslation(['live', 'editor'])
  const run = useEdit()
  const since = stop.return_to_sender_at
  const returns = since === undefined
  const word = returns ? 'to_sender' : 'try_after_all'
  const attempts = stop.reports.length
  return (
    <Remedy
      label={t(`remedy.${word}`)}
      effect={returns ? t('remedy.tried', { count: attempts }) : t('remedy.goes_to_sender')}
      act={() => run(t(`did.${word}`, { what: stopName(stop) }), (text) => chooseSender(text, stop.id, returns))}
    />
  )
}

/** Ends a stop that was tried in vain, for the reason that its driver gave. */
function GiveUp({ stop }: { stop: Stop }) {
  const { t } = useTranslation(['live', 'editor'])
  const { settings, cancel_reasons } = useProject()
  const run = useEdit()
  const told = useToldText()
  const type = 'service_report_canceled'
  const cancel_reason = stop.reports.at(-1)?.cancel_reason
  const report = { type, ...(cancel_reason && { cancel_reason }) } as const
  const lacksPhoto = demandsPhoto({ settings, cancel_reasons }, report)
  const did = t('editor:by_hand.did.service_report_canceled', { what: stopName(stop) })
  return (
    <Remedy
      label={t('remedy.back')}
      effect={lacksPhoto ? t('editor:by_hand.lacks.photo') : t('remedy.back_effect')}
      told={told(stop, 'failed')}
      isDisabled={lacksPhoto}
      act={() => run(did, (text) => recordByHand(text, stop.id, { ...report, photos: [] }))}
    />
  )
}

/** Sends the recipient the link of their page, where they choose another time. */
function AskRecipient({ stop }: { stop: Stop }) {
  const { t } = useTranslation('live')
  const { failure, run } = useAction()
  if (!stop.email && !stop.phone) return null
  const ask = () => call(operations.askForSlot, { stop_id: stop.id, body: {} })
  return (
    <div>
      <Remedy
        label={t('remedy.ask')}
        effect={t('remedy.ask_effect')}
        told={t('asks_recipient')}
        act={() => run(ask, t('did.asked', { what: stopName(stop) }))}
      />
      <Refusal text={failure} />
    </div>
  )
}

/** Sends by hand, also where the project does not send it by itself. */
function TellRecipients({ stops }: { stops: readonly Stop[] }) {
  const { t } = useTranslation('live')
  const { failure, run } = useAction()
  const reachable = stops.filter(({ email, phone }) => email || phone)
  if (reachable.length === 0) return null
  const send = async () => {
    for (const { id } of reachable) await call(operations.sendMessage, { stop_id: id, body: { kind: 'delayed' } })
  }
  return (
    <div>
      <Remedy
        label={t('remedy.tell')}
        told={t('tells_recipients', { count: reachable.length })}
        act={() => run(send, t('did.told', { count: reachable.length }))}
      />
      <Refusal text={failure} />
    </div>
  )
}
