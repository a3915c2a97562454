// The state tables match the specification, every status can be reached, and final statuses are final.
import { describe, expect, test } from 'vitest'
import {
  decide,
  initialStatus,
  isGuarded,
  type Outcome,
  packageLifecycle,
  packageStatuses,
  planLifecycle,
  planPutTriggers,
  planStatuses,
  routeLifecycle,
  routeStatuses,
  stopLifecycle,
  stopStatuses,
  stopTriggers,
  type Table,
} from './lifecycle.ts'

const invalid = { refuse: 'highway.plan.error.invalid_status_transition' }
const alreadyReported = { refuse: 'highway.stop.error.report_already_exists' }

/** Statuses that one step can lead to, whatever the guards are. */
function targets<Status extends string>(outcomes: Record<string, Outcome<Status>>): Status[] {
  const ends = Object.values(outcomes).flatMap((outcome) =>
    isGuarded(outcome) ? [outcome.yes, outcome.no] : [outcome],
  )
  return ends.filter((end): end is Status => typeof end === 'string')
}

function reachable<Status extends string>(table: Table<Status, string>, initial: readonly Status[]): Set<Status> {
  const found = new Set<Status>(initial)
  for (const status of found) for (const target of targets(table[status])) found.add(target)
  return found
}

describe('every status can be reached from the creation, and the table knows no other', () => {
  test.each([
    ['plan', planLifecycle, planStatuses, ['planning', 'draft']],
    ['route', routeLifecycle, routeStatuses, [initialStatus.route]],
    ['stop', stopLifecycle, stopStatuses, [initialStatus.stop]],
    ['package', packageLifecycle, packageStatuses, [initialStatus.package]],
  ] as [string, Table<string, string>, readonly string[], string[]][])('%s', (_, table, statuses, initial) => {
    expect([...reachable(table, initial)].sort()).toEqual([...statuses].sort())
    expect(Object.keys(table).sort()).toEqual([...statuses].sort())
  })
})

describe('plan', () => {
  test('finished is terminal, no further status change', () => {
    expect(targets(planLifecycle.finished).filter((status) => status !== 'finished')).toEqual([])
  })

  test('a draft or planning plan is in_progress once a route of it is in_transit', () => {
    expect(decide(planLifecycle, 'draft', 'route_started')).toBe('in_progress')
    expect(decide(planLifecycle, 'planning', 'route_started')).toBe('in_progress')
  })

  test('an in_progress plan is finished once every route of it is finished', () => {
    expect(decide(planLifecycle, 'in_progress', 'all_routes_finished')).toBe('finished')
  })

  test('optimization, dispatch and stop creation do not change plan status', () => {
    for (const status of planStatuses) {
      for (const trigger of ['optimized', 'dispatched', 'stops_joined'] as const) {
        const outcome = decide(planLifecycle, status, trigger)
        if (typeof outcome === 'string') expect(outcome).toBe(status)
      }
    }
  })

  test('a PUT changes the status as decided', () => {
    const decided = {
      draft: ['draft', 'planning', invalid, 'finished'],
      planning: ['draft', 'planning', invalid, 'finished'],
      in_progress: [invalid, invalid, 'in_progress', 'finished'],
      finished: [invalid, invalid, invalid, 'finished'],
    }
    for (const from of planStatuses) {
      const outcomes = planStatuses.map((to) =>
        decide(planLifecycle, from, planPutTriggers[to], { route_started: false }),
      )
      expect(outcomes, from).toEqual(decided[from])
    }
    expect(decide(planLifecycle, 'planning', 'put_draft', { route_started: true })).toEqual(invalid)
  })

  test('a draft plan can be optimized but not dispatched', () => {
    expect(decide(planLifecycle, 'draft', 'optimized')).toBe('draft')
    expect(decide(planLifecycle, 'draft', 'dispatched')).toEqual({ refuse: 'highway.plan.error.draft' })
  })
})

describe('route', () => {
  test('a finished route never changes again, and no stop can join it', () => {
    expect(new Set(targets(routeLifecycle.finished))).toEqual(new Set(['finished']))
    expect(decide(routeLifecycle, 'finished', 'stops_joined')).toEqual({ refuse: 'highway.route.error.finished' })
  })

  test('a route starts when the driver opens it, or when a report on one of its stops arrives', () => {
    expect(decide(routeLifecycle, 'not_started', 'opened')).toBe('in_transit')
    expect(decide(routeLifecycle, 'not_started', 'reported')).toBe('in_transit')
  })

  test('an in_transit route is finished when no stop of it is pending; one that has not started stays', () => {
    expect(decide(routeLifecycle, 'in_transit', 'all_stops_terminal')).toBe('finished')
    expect(decide(routeLifecycle, 'not_started', 'all_stops_terminal')).toBe('not_started')
  })

  test('dispatching does not change route status', () => {
    expect(decide(routeLifecycle, 'not_started', 'dispatched')).toBe('not_started')
    expect(decide(routeLifecycle, 'in_transit', 'dispatched')).toBe('in_transit')
  })
})

describe('stop', () => {
  test('reports lead from pending to pending, completed, incomplete and canceled', () => {
    expect(decide(stopLifecycle, 'pending', 'report_attempted')).toBe('pending')
    expect(decide(stopLifecycle, 'pending', 'report_completed')).toBe('completed')
    expect(decide(stopLifecycle, 'pending', 'report_completed_partial')).toBe('incomplete')
    expect(decide(stopLifecycle, 'pending', 'report_canceled')).toBe('canceled')
  })

  test('completed, incomplete and canceled are terminal: only a move leads out, who recorded it by mistake, and another try', () => {
    for (const status of ['completed', 'incomplete', 'canceled'] as const) {
      const { moved, taken_back, retried, ...others } = stopLifecycle[status]
      expect(targets({ taken_back })).toEqual(['pending'])
      expect(targets({ retried })).toEqual(status === 'completed' ? [] : ['pending'])
      expect(moved).toBe('pending')
      expect(targets(others).filter((target) => target !== status)).toEqual([])
    }
  })

  test('a stop with a completed or canceled report accepts no further report', () => {
    const reports = (Object.keys(stopTriggers) as (keyof typeof stopTriggers)[]).filter((name) =>
      name.startsWith('report'),
    )
    expect(reports).toHaveLength(4)
    for (const trigger of reports) {
      for (const status of ['completed', 'canceled', 'incomplete'] as const) {
        expect(decide(stopLifecycle, status, trigger, { terminal_report: true })).toEqual(alreadyReported)
      }
    }
  })

  test('a late report on a stop that the closing of its plan ended is kept, and the status stays', () => {
    expect(decide(stopLifecycle, 'incomplete', 'report_completed', { terminal_report: false })).toBe('incomplete')
  })

  test('a guard that nobody answered is a bug, not an answer', () => {
    expect(() => decide(stopLifecycle, 'incomplete', 'report_completed')).toThrow(/terminal_report/)
  })
})

describe('package', () => {
  test('scans lead from pending over picked to delivered, and a repeated scan changes nothing', () => {
    expect(decide(packageLifecycle, 'pending', 'scanned_at_loading')).toBe('picked')
    expect(decide(packageLifecycle, 'picked', 'scanned_at_delivery')).toBe('delivered')
    expect(decide(packageLifecycle, 'pending', 'scanned_at_delivery')).toBe('delivered')
    expect(decide(packageLifecycle, 'picked', 'scanned_at_loading')).toBe('picked')
    expect(decide(packageLifecycle, 'delivered', 'scanned_at_loading')).toBe('delivered')
    expect(decide(packageLifecycle, 'delivered', 'scanned_at_delivery')).toBe('delivered')
  })
})
