import type { Plan, BareRoute as Route } from '@routewright/contract'
import { describe, expect, test } from 'vitest'
import type { PlanData } from '../plan/plan-data.ts'
import { firstChoice, runOptions } from './run-choice.ts'

function planData(plan: Partial<Plan>, routes: number, unassigned: number): PlanData {
  return {
    plan: { id: 'p', status: 'planning', ...plan } as Plan,
    stops: new Map(),
    routes: Array.from({ length: routes }, (_, index) => ({ id: `r${index}` }) as Route),
    orders: new Map(),
    unassigned: Array.from({ length: unassigned }, (_, index) => `s${index}`),
  }
}

describe('a search that nobody tuned', () => {
  test('plans anew, keeps the result aside, and asks for the other plans', () => {
    const data = planData({ optimizer_config: { allow_late: true } }, 0, 3)
    expect(runOptions(firstChoice(data), data)).toEqual({
      mode: 'from_scratch',
      hold: true,
      alternatives: true,
      config: { slack: 0, minimise_vehicles: false, allow_late: true },
    })
  })

  test('only inserts what is unassigned while drivers are on the road', () => {
    const data = planData({ status: 'in_progress' }, 2, 3)
    expect(runOptions(firstChoice(data), data)).toMatchObject({ mode: 'insert_only', alternatives: false })
    expect(firstChoice(planData({ status: 'in_progress' }, 2, 0)).mode).toBe('from_scratch')
  })
})

test('wishes that the mode cannot follow are left out, the others are sent', () => {
  const data = planData({}, 2, 0)
  const wished = { ...firstChoice(data), balance: 0.5, compact: 0.5, familiar: 0.5, keep: 0.5, seconds: '7' }
  const all = { balance: 0.5, compact: 0.5, familiar: 0.5, keep: 0.5, config: { time_limit_seconds: 7 } }
  expect(runOptions(wished, data)).toMatchObject(all)
  expect(Object.keys(runOptions({ ...wished, mode: 'keep_assignment' }, data))).toEqual([
    'mode',
    'hold',
    'alternatives',
    'config',
    'balance',
  ])
  const inserted = runOptions({ ...wished, mode: 'insert_only' }, data)
  expect(inserted).toMatchObject({ familiar: 0.5, balance: 0.5 })
  expect(inserted.compact ?? inserted.keep).toBeUndefined()
})
