// The rules of the seller one by one: windows by zone and weekday, the notice, capacities, what is kept, and prices.
import type { SlotRulesInput } from '@routewright/contract'
import { describe, expect, test } from 'vitest'
import type { TakenSlots } from '../../data/slot-promises.sql.ts'
import { type Asker, greenOnes, gridWindows, priceChanges, ruleAgainst } from './rule-book.ts'

const monday = '2026-03-02'
const tuesday = '2026-03-03'
const morning: [number, number] = [28_800, 43_200]
const evening: [number, number] = [61_200, 72_000]
const nobody: Asker = { zoneIds: [], customer: null, className: null }
const taken = (more: Partial<TakenSlots> = {}): TakenSlots => ({
  day: tuesday,
  opens: morning[0],
  closes: morning[1],
  zone_ids: [],
  customer: null,
  customer_class: null,
  orders: 1,
  ...more,
})

/** Asked on Monday at 08:00 in Vaduz. */
function against(
  rules: SlotRulesInput,
  asker: Partial<Asker> = {},
  sold: TakenSlots[] = [],
  now = '2026-03-02T07:00:00Z',
) {
  const asked = { now: new Date(now), timezone: 'Europe/Vaduz' }
  return ruleAgainst(rules, { date: tuesday, window: morning }, { ...nobody, ...asker }, asked, sold)
}

describe('the grid', () => {
  const grid = [
    { windows: [evening, morning] },
    { zone_ids: ['town'], weekdays: ['monday' as const], windows: [evening] },
  ]

  test('has the windows of the weekday, ascending; where a line names a zone of the place, those without a zone do not count', () => {
    expect(gridWindows({ grid }, tuesday, ['town'])).toEqual([morning, evening])
    expect(gridWindows({ grid }, monday, ['town'])).toEqual([evening])
    expect(gridWindows({ grid }, monday, [])).toEqual([morning, evening])
  })

  test('is all that is offered; without one every window may be', () => {
    expect(against({ grid: [{ windows: [evening] }] })).toBe('not_offered')
    expect(against({ grid: [{ windows: [morning] }] })).toBeUndefined()
    expect(against({})).toBeUndefined()
  })
})

describe('the time of asking', () => {
  test('closed days, days too far ahead and the notice are counted on the clock of the project', () => {
    expect(against({ closed_days: [tuesday] })).toBe('closed_day')
    expect(against({ days_ahead: 0 })).toBe('too_far_ahead')
    expect(against({ days_ahead: 1 })).toBeUndefined()
    // 24 hours before it begins: 08:00 in Vaduz is 07:00 UTC.
    expect(against({ notice_minutes: 1_440 }, {}, [], '2026-03-02T06:59:59Z')).toBeUndefined()
    expect(against({ notice_minutes: 1_440 })).toBe('notice')
  })

  test('after the cut-off nothing is taken, but for a class with a later one', () => {
    const rules: SlotRulesInput = {
      cut_off: { days_before: 1, time: 28_800 },
      classes: [{ name: 'regular', cut_off: { days_before: 0, time: 21_600 } }],
    }
    expect(against(rules)).toBe('cut_off')
    expect(against(rules, { className: 'regular' })).toBeUndefined()
    expect(against(rules, { className: 'regular' }, [], '2026-03-03T05:00:00Z')).toBe('cut_off')
  })
})

describe('what is sold already', () => {
  test('fills a line of the grid, for places in its zones alone', () => {
    const rules: SlotRulesInput = {
      grid: [
        { zone_ids: ['town'], windows: [morning], capacity: 2 },
        { windows: [morning], capacity: 3 },
      ],
    }
    const inTown = taken({ zone_ids: ['town'], orders: 2 })
    expect(against(rules, { zoneIds: ['town'] }, [inTown])).toBe('slot_full')
    expect(against(rules, {}, [inTown, taken({ orders: 2 })])).toBeUndefined()
    expect(against(rules, {}, [inTown, taken({ orders: 3 })])).toBe('slot_full')
    expect(against(rules, { zoneIds: ['town'] }, [taken({ zone_ids: ['town'], opens: 0, orders: 9 })])).toBeUndefined()
  })

  test('counts for one customer and day', () => {
    const sold = [taken({ customer: 'a' }), taken({ customer: 'b' })]
    expect(against({ most_per_customer: 1 }, { customer: 'a' }, sold)).toBe('most_per_customer')
    expect(against({ most_per_customer: 2 }, { customer: 'a' }, sold)).toBeUndefined()
    expect(against({ most_per_customer: 1 }, {}, sold)).toBeUndefined()
  })

  test('leaves what is kept to its class and to those above it, until that class has taken it', () => {
    const rules: SlotRulesInput = {
      most_per_day: 10,
      classes: [{ name: 'first' }, { name: 'express', kept_share: 0.2 }, { name: 'regular', kept_share: 0.1 }],
    }
    const seven = taken({ orders: 7 })
    expect(against(rules, {}, [taken({ orders: 6 })])).toBeUndefined()
    expect(against(rules, {}, [seven])).toBe('kept')
    expect(against(rules, { className: 'regular' }, [seven])).toBeUndefined()
    expect(against(rules, { className: 'regular' }, [taken({ orders: 8 })])).toBe('kept')
    expect(against(rules, { className: 'express' }, [taken({ orders: 9 })])).toBeUndefined()
    expect(against(rules, { className: 'first' }, [taken({ orders: 9 })])).toBeUndefined()
    expect(against(rules, { className: 'first' }, [taken({ orders: 10 })])).toBe('day_full')
    const byExpress = [taken({ customer_class: 'express', orders: 2 }), taken({ customer_class: 'regular', orders: 1 })]
    expect(against(rules, {}, [...byExpress, taken({ orders: 6 })])).toBeUndefined()
  })
})

describe('prices', () => {
  test('change by the place among all by cost, the same for the same cost', () => {
    const prices = [
      { up_to_share: 0.34, amount: -2 },
      { up_to_share: 0.67, amount: 0 },
    ]
    expect(priceChanges({ prices }, [300, 100, 200])).toEqual([undefined, -2, 0])
    expect(priceChanges({ prices }, [100, 100, 100])).toEqual([-2, -2, -2])
    expect(priceChanges({ prices }, [100])).toEqual([-2])
    expect(priceChanges({}, [100])).toEqual([undefined])
  })

  test('the fewest added metres are green, if any are to be', () => {
    expect(greenOnes({ green_share: 0.5 }, [10, 30, 20, 40])).toEqual([true, false, true, false])
    expect(greenOnes({}, [10])).toEqual([false])
  })
})
