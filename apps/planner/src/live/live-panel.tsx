// The running day: exceptions first, then vehicles, then what comes in.

import { Button, SegmentedControl } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { UnreachableStop } from '@routewright/contract'
import { defaultAlertMinutes } from '@routewright/contract/alert-minutes'
import {
  IconAlertTriangle,
  IconArrowsShuffle,
  IconClockExclamation,
  IconHourglass,
  IconInbox,
  IconMapPinOff,
  IconMapQuestion,
  IconMessageExclamation,
  IconRefreshAlert,
  IconSend,
  IconUserX,
} from '@tabler/icons-react'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDispatches } from '../plan/dispatched.ts'
import { useLive } from '../plan/live-stream.ts'
import { routeName, stopName } from '../plan/plan-data.ts'
import { usePlanMidnight } from '../plan/plan-day.ts'
import { usePlanData } from '../plan/plan-store.ts'
import { useSelection } from '../plan/selection.ts'
import { useOrganizationNow } from '../shell/clock.ts'
import { useReasonText } from '../shell/reason-text.ts'
import { useFormats, useProject } from '../shell/session.ts'
import { useAnswer } from '../shell/use-answer.ts'
import { ConflictRow } from './conflict-row.tsx'
import { DayLine } from './day-line.tsx'
import { type Exception, type ExceptionRules, gatherFar, listExceptions, listSources } from './exceptions.ts'
import classes from './live-panel.module.css'
import { MessageLog } from './message-list.tsx'
import { useNoted } from './noted.ts'
import { Remedies } from './remedies.tsx'
import { StopFeed } from './stop-feed.tsx'
import { VehicleCards } from './vehicle-cards.tsx'

type Part = 'exceptions' | 'vehicles' | 'feed' | 'messages'

export function LivePanel() {
  const { t } = useTranslation('live')
  const { open: exceptions, seen } = useExceptions()
  const isConnected = useLive((state) => state.isConnected)
  const [part, setPart] = useState<Part>('exceptions')
  return (
    <section className={classes.panel} aria-label={t('title')}>
      <div className={classes.parts}>
        <SegmentedControl
          fullWidth
          size="xs"
          styles={{ label: { paddingInline: 5 } }}
          aria-label={t('title')}
          value={part}
          onChange={(value) => setPart(value as Part)}
          data={[
            { value: 'exceptions', label: t('exceptions_count', { count: exceptions.length }) },
            { value: 'vehicles', label: t('vehicles') },
            { value: 'feed', label: t('feed') },
            { value: 'messages', label: t('messages') },
          ]}
        />
        {!isConnected && (
          <p className={classes.off} role="status">
            {t('not_connected')}
          </p>
        )}
        <DayLine />
      </div>
      <div className={classes.scroller}>
        {part === 'exceptions' && <Exceptions exceptions={exceptions} seen={seen} />}
        {part === 'vehicles' && <VehicleCards />}
        {part === 'feed' && <StopFeed />}
        {part === 'messages' && <MessageLog />}
      </div>
    </section>
  )
}

const REFRESH_MS = 15_000

/** Open exceptions, and the sources of those that somebody has seen to. */
function useExceptions(): { open: Exception[]; seen: string[] } {
  const data = usePlanData()
  const now = useOrganizationNow(REFRESH_MS)
  const midnight = usePlanMidnight()
  const rules = useRules()
  const notes = useLive((state) => state.notes)
  const conflicts = useLive((state) => state.conflicts)
  const unreachable = useUnreachable()
  const { data: dispatches } = useDispatches(data.plan.id)
  const noted = useNoted((state) => state.ids)
  return useMemo(() => {
    const all = listExceptions(data, { now, midnight }, rules, { notes, conflicts, unreachable, dispatches })
    const isSeen = (exception: Exception) => listSources(exception).some((source) => noted.includes(source))
    const open = gatherFar(all.filter((exception) => !isSeen(exception)))
    return { open, seen: all.filter(isSeen).flatMap(listSources) }
  }, [data, now, midnight, rules, notes, conflicts, unreachable, dispatches, noted])
}

const UNREACHABLE_REFRESH_MS = 60_000

/** Recipients of the plan whom no message reaches; none for who may not read it. */
function useUnreachable(): readonly UnreachableStop[] | undefined {
  const { plan } = usePlanData()
  const { data } = useAnswer(
    ['unreachable', plan.id],
    operations.listUnreachable,
    { plan_id: plan.id },
    { refetchInterval: UNREACHABLE_REFRESH_MS, retry: false },
  )
  return data
}

/** From when on the project wants to be told. */
function useRules(): ExceptionRules {
  const { settings } = useProject()
  const {
    late_alert_minutes: late = defaultAlertMinutes.late,
    silent_alert_minutes: silent = defaultAlertMinutes.silent,
  } = settings
  return useMemo(() => ({ lateSeconds: late * 60, silentSeconds: silent * 60 }), [late, silent])
}

type UsualException = Exclude<Exception, { kind: 'conflict' }>

const icons: Record<UsualException['kind'], ReactNode> = {
  problem: <IconMessageExclamation size={18} />,
  late: <IconClockExclamation size={18} />,
  attempted: <IconRefreshAlert size={18} />,
  failed: <IconAlertTriangle size={18} />,
  far: <IconMapQuestion size={18} />,
  no_gps: <IconMapPinOff size={18} />,
  off_order: <IconArrowsShuffle size={18} />,
  not_started: <IconHourglass size={18} />,
  not_told: <IconSend size={18} />,
  unassigned: <IconInbox size={18} />,
  unreachable: <IconUserX size={18} />,
}

function Exceptions({ exceptions, seen }: { exceptions: readonly Exception[]; seen: readonly string[] }) {
  const { t } = useTranslation('live')
  return (
    <>
      {exceptions.length === 0 && <p className={classes.calm}>{t('all_well')}</p>}
      <ul className={classes.list}>
        {exceptions.map((exception) => (
          <li key={getKey(exception)} className={classes.exception} data-kind={exception.kind}>
            {exception.kind === 'conflict' ? (
              <ConflictRow conflict={exception.conflict} stop={exception.stop} />
            ) : (
              <ExceptionRow exception={exception} />
            )}
          </li>
        ))}
      </ul>
      {seen.length > 0 && (
        <Button variant="subtle" size="compact-sm" fullWidth onClick={() => useNoted.getState().takeUp(seen)}>
          {t('show_seen', { count: seen.length })}
        </Button>
      )}
    </>
  )
}

function getKey(exception: Exception): string {
  if (exception.kind === 'problem') return exception.note.id
  if (exception.kind === 'conflict') return exception.conflict.id
  const id = 'stop' in exception ? exception.stop.id : 'route' in exception ? exception.route?.id : ''
  return `${exception.kind} ${id}`
}

function ExceptionRow({ exception }: { exception: UsualException }) {
  const { t } = useTranslation('live')
  const formats = useFormats()
  const reasonText = useReasonText()
  const stop = 'stop' in exception ? exception.stop : undefined
  const route = 'route' in exception ? exception.route : undefined
  const open = () => {
    if (exception.kind === 'late' || exception.kind === 'far')
      useSelection.getState().select(
        exception.stops.map(({ id }) => id),
        exception.stop.id,
      )
    else if (exception.kind === 'unreachable')
      useSelection.getState().select(exception.recipients.map(({ stop_id }) => stop_id))
    else if (stop) useSelection.getState().select([stop.id])
    else if (route) useSelection.getState().openRoute(route.id)
  }
  const time =
    'seconds' in exception && exception.seconds !== undefined ? formats.duration(exception.seconds) : undefined
  const title =
    'count' in exception
      ? t(`kind.${exception.kind}`, { count: exception.count })
      : exception.kind === 'problem'
        ? t('problem', { what: t(`problems.${exception.note.category ?? 'other'}`) })
        : t(`kind.${exception.kind}`)
  const others = 'stops' in exception ? exception.stops.length - 1 : 0
  const more = others > 0 && t('editor:and_more', { count: others })
  const reason = stop?.reports.at(-1)?.cancel_reason
  return (
    <>
      <button type="button" className={classes.main} onClick={open}>
        <span className={classes.icon}>{icons[exception.kind]}</span>
        <span className={classes.words}>
          <strong>
            {title}
            {time && exception.kind !== 'no_gps' && ` · ${time}`}
          </strong>
          <span>{[stop && stopName(stop), more, route && routeName(route)].filter(Boolean).join(' · ')}</span>
          {exception.kind === 'no_gps' && <span>{time ? t('silent_for', { time }) : t('never_seen')}</span>}
          {exception.kind === 'far' && <span>{t('far_by', { distance: formats.distance(exception.meters) })}</span>}
          {exception.kind !== 'problem' && reason && <span>{reasonText(reason)}</span>}
          {exception.kind === 'unreachable' && <UnreachableNames recipients={exception.recipients} />}
          {exception.kind === 'problem' && exception.note.comments && <span>{exception.note.comments}</span>}
        </span>
      </button>
      <Remedies exception={exception} />
    </>
  )
}

const SHOWN_NAMES = 3

/** The first of them, with what stands in the way of each. */
function UnreachableNames({ recipients }: { recipients: readonly UnreachableStop[] }) {
  const { t } = useTranslation(['live', 'editor'])
  const more = recipients.length - SHOWN_NAMES
  return (
    <>
      {recipients.slice(0, SHOWN_NAMES).map(({ stop_id, stop_label, contact, why }) => (
        <span key={stop_id}>{[stop_label ?? contact, t(`unreachable_why.${why}`)].filter(Boolean).join(' · ')}</span>
      ))}
      {more > 0 && <span>{t('editor:and_more', { count: more })}</span>}
    </>
  )
}
