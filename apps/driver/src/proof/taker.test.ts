import type { DriverStop } from '@routewright/contract'
import type { TFunction } from 'i18next'
import { expect, test } from 'vitest'
import { emptyDraft } from '../route/doings.ts'
import { getReport } from '../route/draft-report.ts'
import type { StopDraft } from '../store/database.ts'
import words from '../words/en.json' with { type: 'json' }
import { takers, takerText } from './taker.ts'

const t = ((key: string) => words.taker[key.replace('taker.', '') as keyof typeof words.taker]) as TFunction
const draft = (changed: Partial<StopDraft>): StopDraft => ({
  ...emptyDraft({ id: 's' } as DriverStop, 'r', 'p'),
  ...changed,
})

test('who took it and his name are one line; each may be missing, and spaces are nothing', () => {
  expect(takerText({ taken_by: 'neighbour', taker_name: ' Meier ' }, t)).toBe('Neighbour: Meier')
  expect(takerText({ taken_by: 'left' }, t)).toBe('Left in a safe place')
  expect(takerText({ taker_name: 'garage' }, t)).toBe('garage')
  expect(takerText({ taker_name: ' ' }, t)).toBe('')
  for (const taken_by of takers) expect(takerText({ taken_by }, t)).not.toBe('')
})

test('the line stands before the comments of the report, and alone where there are none', () => {
  const outcome = { type: 'service_report_completed' } as const
  expect(getReport(draft({ comments: ' rang twice ' }), outcome, 'Neighbour: Meier').comments).toBe(
    'Neighbour: Meier\nrang twice',
  )
  expect(getReport(draft({}), outcome, 'garage').comments).toBe('garage')
  expect(getReport(draft({}), outcome)).not.toHaveProperty('comments')
})
