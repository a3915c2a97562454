// Texts of alerts: who wrote or what was sent, in the language of the device; never the content of a message, which others might see.
import type { PushPayload } from '@routewright/contract'
import type { PlanRow } from '../../../data/plan-table.ts'
import type { PushDeviceRow } from '../../../data/push-device-table.ts'
import type { RouteMessageRow } from '../../../data/route-message-table.ts'
import type { RouteRow } from '../../../data/route-table.ts'
import { fillWords, readWords } from '../../../frame/words/words.ts'

const words = readWords('push')

type Device = Pick<PushDeviceRow, 'language' | 'user_id'>

const getName = ({ label, vehicle_label }: RouteRow, plan: PlanRow) => label || vehicle_label || plan.label || ''

export function alertAboutMessage(
  { language, user_id }: Device,
  { kind }: Pick<RouteMessageRow, 'kind'>,
  route: RouteRow,
  plan: PlanRow,
): PushPayload {
  const own = words[language]
  const name = getName(route, plan)
  const tag = `message ${route.id}`
  if (user_id) {
    const title = fillWords(own.message_planner, () => name)
    const path = `/plan/${plan.id}?mode=live&route=${route.id}&show=talk`
    return { title, body: plan.label ?? '', tag, path }
  }
  return { title: kind === 'ping' ? own.ping_driver : own.message_driver, body: name, tag, path: '#/talk' }
}

export function alertAboutDispatch(
  { language }: Device,
  route: RouteRow,
  plan: PlanRow,
  { stopCount, isSentAgain }: { stopCount: number; isSentAgain: boolean },
): PushPayload {
  const own = words[language]
  const day = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  } as const)
  const values: Record<string, string> = {
    date: day.format(plan.execution_date),
    count: String(stopCount),
    time: clock(route.planned_start_time),
  }
  const say = (text: string) => fillWords(text, (name) => values[name] ?? '')
  const stops = say(stopCount === 1 ? own.stops_one : own.stops_other)
  const parts = [getName(route, plan), stops, values.time ? say(own.start) : '']
  return {
    title: say(isSentAgain ? own.dispatch_again : own.dispatch),
    body: parts.filter(Boolean).join(', '),
    tag: `route ${route.id}`,
    path: '',
  }
}

/** 08:30 of seconds since midnight, also past the next one. */
function clock(seconds: number | null): string {
  if (seconds === null) return ''
  const minutes = Math.floor((seconds % 86_400) / 60)
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}
