// Many callers at two processes over one PostgreSQL for the last places of a day, and one of the processes killed among them.
// The long form, 500 callers for 50 places, is `npm run chaos -- --only bookings`.
import { expect, test } from 'vitest'
import { openLastPlaces, sellLastPlaces } from '../../../test/scenarios/last-places.ts'

const vans = 4
const placesPerVan = 3
const places = vans * placesPerVan
const callers = 60

test('as many are booked as the rules of the seller say, where the vans have room for more', async () => {
  const sale = await openLastPlaces(vans, placesPerVan)
  try {
    const capacity = 5
    const rules = { grid: [{ windows: [[28_800, 64_800]], capacity }] }
    const set = await sale.call(0, 'PUT', `/app/v1/project/${sale.tenant.project_id}/slot_rules`, rules)
    expect(set.status).toBe(200)
    const sold = await Promise.all(Array.from({ length: 20 }, (_, caller) => sale.buy(caller, caller % 2)))
    expect(sold.flatMap(({ booked }) => booked ?? [])).toHaveLength(capacity)
    expect(sold.flatMap(({ refused }) => refused ?? [])).toHaveLength(20 - capacity)
  } finally {
    await sale.close()
  }
})

test('as many are booked as there are places, none twice, and the others are told why; a process that is killed in the middle loses none', async () => {
  const { faults, booked, refused, askedAgain } = await sellLastPlaces({ callers, vans, placesPerVan, isKilled: true })
  expect(faults).toEqual([])
  expect(booked).toBe(places)
  expect(refused.size).toBeGreaterThan(0)
  expect([...refused.keys()].every((text) => /^highway\.slot\.error\.taken: .{20}/.test(text))).toBe(true)
  expect(askedAgain, 'the kill left callers without an answer').toBeGreaterThan(0)
})
