// Matters that need a look, worst first; each line leads to its remedy.
import type { Attention, Today } from '@routewright/contract'
import {
  IconAlertTriangle,
  IconBarrierBlock,
  IconCalendarX,
  IconClockExclamation,
  IconHourglass,
  IconInbox,
  IconMapPinOff,
  IconMapQuestion,
  IconMessageExclamation,
  IconSend,
  IconUserOff,
  IconUserQuestion,
  IconUsers,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useReasonText } from '../shell/reason-text.ts'
import { useFormats, useMayPlan } from '../shell/session.ts'
import { HandOverRoutes } from './hand-over-routes.tsx'
import classes from './today.module.css'

const icons: Record<Attention['kind'], ReactNode> = {
  problem: <IconMessageExclamation size={18} />,
  driver_absent: <IconUserOff size={18} />,
  no_driver: <IconUserQuestion size={18} />,
  driver_twice: <IconUsers size={18} />,
  not_sent: <IconSend size={18} />,
  not_started: <IconHourglass size={18} />,
  failed: <IconAlertTriangle size={18} />,
  late: <IconClockExclamation size={18} />,
  silent: <IconMapPinOff size={18} />,
  not_closed: <IconCalendarX size={18} />,
  no_place: <IconMapQuestion size={18} />,
  unreachable: <IconBarrierBlock size={18} />,
  unassigned: <IconInbox size={18} />,
}

/** Matters that are seen in the running day, in contrast to those that are mended in the plan. */
const isLive: Record<Attention['kind'], boolean> = {
  problem: true,
  not_sent: false,
  not_started: true,
  failed: true,
  late: true,
  silent: true,
  driver_absent: false,
  no_driver: false,
  driver_twice: false,
  not_closed: true,
  no_place: false,
  unreachable: false,
  unassigned: false,
}

const isAboutDriver: Partial<Record<Attention['kind'], boolean>> = {
  driver_absent: true,
  no_driver: true,
  driver_twice: true,
}

export function AttentionList({ today }: { today: Today }) {
  const { t } = useTranslation('today')
  const mayPlan = useMayPlan()
  if (today.attention.length === 0) return <p className={classes.calm}>{t('all_well')}</p>
  const names = new Map(today.plans.map(({ plan }) => [plan.id, plan.label]))
  return (
    <ul className={classes.list}>
      {today.attention.map((matter) => (
        <li
          key={[matter.kind, matter.plan_id, matter.route_id, matter.driver_id].join(' ')}
          className={classes.attention}
          data-kind={matter.kind}
        >
          <AttentionRow one={matter} planName={today.plans.length > 1 ? names.get(matter.plan_id) : undefined} />
          {mayPlan && isAboutDriver[matter.kind] && <HandOverRoutes one={matter} date={today.date} />}
        </li>
      ))}
    </ul>
  )
}

interface AttentionRowProps {
  one: Attention
  planName?: string | undefined
  /** Before the plan is opened. */
  onOpen?: () => void
}

/** One line, which leads to the plan and there to what it is about. */
export function AttentionRow({ one, planName, onOpen }: AttentionRowProps) {
  const { t } = useTranslation(['today', 'live'])
  const formats = useFormats()
  const reasonText = useReasonText()
  const time = formats.duration(Math.abs(one.seconds ?? 0))
  const more = one.count > 1 && one.stop_label && t('and_more', { count: one.count - 1 })
  const isTold = one.kind === 'problem'
  const what = isTold ? t(`live:problems.${one.reason ?? 'other'}`) : ''
  const why = isTold ? one.comments : one.reason && reasonText(one.reason)
  const date = one.plan_date && formats.calendarDate(one.plan_date)
  const place = [one.plan_label, one.stop_label, more, one.route_label, planName, why]
  const isOverdue = one.kind === 'not_sent' && (one.seconds ?? 0) < 0
  return (
    <Link
      to="/plan/$planId"
      params={{ planId: one.plan_id }}
      search={getSearch(one)}
      className={classes.look}
      onClick={onOpen}
    >
      <span className={classes.icon}>{icons[one.kind]}</span>
      <span className={classes.words}>
        <strong>
          {t(`kind.${isOverdue ? 'not_sent_late' : one.kind}`, {
            count: one.count,
            time,
            what,
            date,
            name: one.driver_label,
          })}
        </strong>
        <span>{place.filter(Boolean).join(' · ')}</span>
      </span>
    </Link>
  )
}

function getSearch({ kind, stop_id, route_id }: Attention): Record<string, string> {
  return {
    ...(isLive[kind] ? { mode: 'live' } : {}),
    ...(kind === 'not_sent' ? { show: 'dispatch' } : stop_id ? { stop: stop_id } : route_id ? { route: route_id } : {}),
  }
}
