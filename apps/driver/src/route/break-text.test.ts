// The breaks that a law asks for: the next one, those after it, and why each is taken.
import type { DriverRoute, RouteBreak } from '@routewright/contract'
import type { TFunction } from 'i18next'
import { expect, test } from 'vitest'
import { breakText, laterBreaks, lawfulBreak } from './break-text.ts'

const t = ((key: string, said?: object) => [key, ...Object.values(said ?? {})].join(' ')) as unknown as TFunction
const formats = {
  duration: (seconds: number) => `${seconds / 60} min`,
  timeWindow: ([from, to]: readonly [number, number]) => `${from}-${to}`,
} as unknown as Parameters<typeof breakText>[2]
const breakAt = (start: number, more: object = {}) =>
  ({
    planned_start_time: start,
    planned_end_time: start + 2_700,
    is_completed: false,
    law: 'eu',
    reason: 'driving',
    ...more,
  }) as RouteBreak
const routeWith = (...breaks: RouteBreak[]) => ({ breaks }) as unknown as DriverRoute

const [first, second] = [breakAt(30_000), breakAt(50_000)]

test('the next one is told, and what comes after it apart', () => {
  expect(lawfulBreak(routeWith(first, second))).toBe(first)
  expect(laterBreaks(routeWith(first, second))).toEqual([second])
})

test('one that is over gives way to the next, one under way is still it', () => {
  const over = { ...first, is_completed: true, real_start_time: 'x' } as unknown as RouteBreak
  const running = { ...first, real_start_time: 'x' } as unknown as RouteBreak
  expect(lawfulBreak(routeWith(over, second))).toBe(second)
  expect(laterBreaks(routeWith(over, second))).toEqual([])
  expect(lawfulBreak(routeWith(running, second))).toBe(running)
  expect(laterBreaks(routeWith(running, second))).toEqual([second])
  expect(lawfulBreak(routeWith(over))).toBeUndefined()
})

test('a break of the plan that no law asks for is none of them', () => {
  const { law: _, ...plain } = first
  expect(lawfulBreak(routeWith(plain as RouteBreak))).toBeUndefined()
  expect(laterBreaks(routeWith(first, { ...plain, planned_start_time: 40_000 } as RouteBreak))).toEqual([])
})

test('it is told with its time, how long it is, and what came before', () => {
  expect(breakText(breakAt(30_000, { after: 16_200 }), t, formats)).toBe(
    '30000-32700, break.why.driving 45 min 270 min break.law.eu',
  )
  expect(breakText(breakAt(30_000, { reason: 'work' }), t, formats)).toContain('break.law.eu_work')
  expect(breakText(breakAt(30_000, { law: 'us', reason: 'work' }), t, formats)).toContain('break.law.us')
  expect(breakText(breakAt(30_000, { is_on_the_way: true }), t, formats)).toContain(', break.onTheWay, ')
  expect(breakText({ ...first, planned_end_time: undefined } as unknown as RouteBreak, t, formats)).toBe(
    'break.planned',
  )
})
