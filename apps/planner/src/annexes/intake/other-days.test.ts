// Rows of a table that are for another day than the plan they are brought into.
import * as reading from '@routewright/reading'
import { beforeEach, expect, test } from 'vitest'
import { countPlans, openImport, readRows, startOver, takeFile, useImport } from './import-store.ts'

const setting = { language: 'de', timeZone: 'Europe/Vaduz' }

/** Brings a table of days into the plan of 2 March 2026. */
async function bring(days: readonly string[]) {
  const lines = [['Name', 'Lieferdatum'], ...days.map((day, at) => [`Kunde ${at}`, day])]
  const sheet = { name: '', isHidden: false, lines: lines.map((cells, at) => ({ line: at + 1, cells })) }
  openImport('plan', 'plan', { definitions: [], setting, day: '2026-03-02' })
  takeFile(reading, { sheets: [sheet] } as never, 0, {})
  await readRows()
  const { create, other_day, broken } = countPlans(useImport.getState())
  return { create, other_day, broken }
}

beforeEach(() => startOver())

test('are left out where some are for the plan’s day, unless somebody wants them', async () => {
  expect(await bring(['2.3.26', '3.3.26', '02.03.2026', ''])).toEqual({ create: 3, other_day: 1, broken: 0 })
  useImport.setState({ withOtherDays: true })
  expect(countPlans(useImport.getState())).toMatchObject({ create: 4, other_day: 0 })
})

test('are taken where none is for the plan’s day, unless somebody leaves them out', async () => {
  expect(await bring(['24.12.26', '25.12.26'])).toEqual({ create: 2, other_day: 0, broken: 0 })
  useImport.setState({ withOtherDays: false })
  expect(countPlans(useImport.getState())).toMatchObject({ create: 0, other_day: 2 })
})

test('hold back what says no day that a calendar has', async () => {
  expect(await bring(['2.3.26', 'bald'])).toEqual({ create: 1, other_day: 0, broken: 1 })
})
