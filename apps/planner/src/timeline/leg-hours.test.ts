import { createFormats } from '@routewright/ui/format'
import { expect, test } from 'vitest'
import { legHoursText } from './leg-hours.ts'

const formats = createFormats({ language: 'en-GB', timeZone: 'UTC' })
const t = ((key: string, values: Record<string, string>) => `${key} ${Object.values(values).join(' ')}`) as never
const leg = (seconds: number, hours: [number, number][]) => [
  { stop_id: 'a', departs_at: 28_800, seconds, hours: hours.map(([at, took]) => ({ at: at * 3_600, seconds: took })) },
]
const plain = (text: string | undefined) => text?.replaceAll(/\s/gu, ' ')

test('the hour that differs most stands beside that of the plan', () => {
  const legs = leg(1_260, [
    [8, 1_260],
    [9, 900],
    [10, 720],
  ])
  expect(plain(legHoursText(legs, 'a', formats, t))).toBe('bars.leg_hours 08:00 21 min 10:00 12 min')
})

test('where hours differ by less than a minute, or nothing is known of the way, nothing is said', () => {
  const legs = leg(700, [
    [8, 700],
    [10, 650],
  ])
  expect(legHoursText(legs, 'a', formats, t)).toBeUndefined()
  expect(legHoursText(legs, 'b', formats, t)).toBeUndefined()
  expect(legHoursText(undefined, 'a', formats, t)).toBeUndefined()
})
