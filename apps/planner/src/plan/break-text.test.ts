// A break is told with its length, and with the law that asks for it.
import type { RouteBreak } from '@routewright/contract'
import type { TFunction } from 'i18next'
import { expect, test } from 'vitest'
import { breakLine, breakText } from './break-text.ts'

const t = ((key: string, said?: object) => [key, ...Object.values(said ?? {})].join(' ')) as unknown as TFunction
const formats = {
  duration: (seconds: number) => `${seconds / 60} min`,
  timeWindow: ([from, to]: readonly [number, number]) => `${from}-${to}`,
}
const planned = { planned_start_time: 36_000, planned_end_time: 38_700, is_completed: false }
const say = (more: object) => breakText({ ...planned, ...more } as RouteBreak, t, formats)

test('by its reason, what came before it, and the law', () => {
  expect(say({ reason: 'driving', after: 16_200, law: 'eu' })).toBe(
    'editor:break_why.driving 45 min 270 min editor:break_law.eu',
  )
  expect(say({ reason: 'work', law: 'eu' })).toContain('editor:break_law.eu_work')
  expect(say({ reason: 'work', law: 'us' })).toContain('editor:break_law.us')
  expect(say({})).toBe('editor:break_why.clock 45 min 0 min editor:break_law.plain')
})

test('without a time it is a break, and no more is known', () => {
  const unknown = { is_completed: false } as RouteBreak
  expect(breakText(unknown, t, formats)).toBe('editor:break')
  expect(breakLine(unknown, t, formats as never)).toBe('editor:break')
  expect(breakText({ ...unknown, planned_start_time: 0 }, t, formats)).toBe('editor:break')
  expect(breakLine(planned as RouteBreak, t, formats as never)).toMatch(/^36000-38700 editor:break_why/)
})
