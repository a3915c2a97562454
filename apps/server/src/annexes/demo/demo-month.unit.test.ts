// Content of the month before the demo day.
import { expect, test } from 'vitest'
import { demoClients, demoDay, demoDrivers, demoStops } from './demo-day.ts'
import { listPastDates, pastRoutes, pastVisits } from './demo-month.ts'

const vans = demoDay('depot').vehicles.map((_, index) => `van-${index}`)

const stopsOfADay = demoStops().slice(0, 11)

test('every van has one driver on every day of the week, but for the day of absence', () => {
  const drivers = demoDrivers(vans, '2026-03-02')
  expect(drivers).toHaveLength(9)
  for (let offset = 0; offset < 7; offset += 1) {
    const date = new Date(Date.parse('2026-03-02') + offset * 86_400_000).toISOString().slice(0, 10)
    const weekday = new Date(date).toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' }).toLowerCase()
    const driving = drivers
      .filter(({ shifts }) => shifts!.some((shift) => shift.weekday === weekday))
      .filter(({ absences }) => !absences!.some(({ from, to }) => from <= date && date <= to))
    const expected = date === '2026-03-05' ? vans.filter((van) => van !== 'van-4') : vans
    expect(driving.map(({ usual_vehicle_id }) => usual_vehicle_id).sort(), date).toEqual(expected)
  }
})

test('thirty days before today were worked, but for Sundays', () => {
  const dates = listPastDates('2026-03-02')
  expect(dates[0]).toBe('2026-01-31')
  expect(dates.at(-1)).toBe('2026-02-28')
  expect(dates.filter((date) => new Date(date).getUTCDay() === 0)).toEqual([])
  expect(dates).toHaveLength(25)
})

test('a day has some vans, each with its own stops, and is the same whenever it is asked for', () => {
  const routes = pastRoutes('2026-02-24', vans)
  expect(routes.map(({ stops }) => stops!.length)).toEqual([11, 11, 11, 11])
  expect(new Set(routes.map(({ vehicle_id }) => vehicle_id)).size).toBe(4)
  const doors = routes.flatMap(({ stops }) => stops!.map(({ location }) => `${location!.lat} ${location!.lng}`))
  expect(new Set(doors).size).toBe(44)
  expect(pastRoutes('2026-02-24', vans)).toEqual(routes)
  expect(pastRoutes('2026-02-25', vans)).not.toEqual(routes)
  expect(pastRoutes('2026-02-28', vans)).toHaveLength(2)
})

test('nobody is written to about what was made long ago', () => {
  for (const { stops } of pastRoutes('2026-02-24', vans)) expect(stops!.filter(({ email }) => email)).toEqual([])
})

test('companies of the address book are called on again and again, with the time that each takes', () => {
  const clients = demoClients().map(({ label }, index) => ({ id: `client-${index}`, label }))
  expect(clients.length).toBeGreaterThan(15)
  expect(new Set(clients.map(({ label }) => label)).size).toBe(clients.length)
  const visited = listPastDates('2026-03-02').flatMap((date) =>
    pastRoutes(date, vans, clients).flatMap(({ stops }) => stops!.flatMap(({ client_id }) => client_id ?? [])),
  )
  expect(visited.length / new Set(visited).size).toBeGreaterThan(4)
  const seconds = (label: string) =>
    pastVisits('2026-02-24', 0, Array(40).fill({ label, duration: 600 }))
      .filter(({ type }) => type === 'service_report_completed')
      .reduce((sum, { secondsInStop }, _index, all) => sum + secondsInStop / all.length, 0)
  const means = clients.map(({ label }) => seconds(label!))
  expect(Math.max(...means) / Math.min(...means)).toBeGreaterThan(1.3)
})

test('every stop ends once, whoever was not at home is called on again, and a month has all kinds of ends', () => {
  const visits = listPastDates('2026-03-02').flatMap((date) => {
    const made = pastVisits(date, 0, stopsOfADay)
    const ends = made.filter(({ type }) => type !== 'service_report_attempted')
    expect(ends.map(({ stop }) => stop).sort((a, b) => a - b)).toEqual([...Array(11).keys()])
    for (const [place, { stop, type }] of made.entries()) {
      if (type === 'service_report_attempted') expect(made.slice(place + 1).map((visit) => visit.stop)).toContain(stop)
    }
    return made
  })
  expect(new Set(visits.map(({ type }) => type)).size).toBe(3)
  expect(visits.some(({ hasPhoto }) => hasPhoto)).toBe(true)
  expect(visits.some(({ hasSignature }) => hasSignature)).toBe(true)
  expect(new Set(visits.flatMap(({ survey }) => survey?.rating ?? [])).size).toBeGreaterThanOrEqual(4)
})
