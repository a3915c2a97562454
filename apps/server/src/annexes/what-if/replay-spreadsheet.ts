// Replays days from a spreadsheet: their addresses looked up, each day as it was driven, and optimized anew with what is other.

import { setImmediate } from 'node:timers/promises'
import type { AskedSpreadsheet, DrivenRow, ReplayDay } from '@routewright/contract'
import { getProject } from '../../accounts/projects/projects.ts'
import type { WhatIfRow } from '../../data/what-if-table.ts'
import { apiError } from '../../frame/platform/api-error.ts'
import { chooseGeocoder } from '../../geography/geocoding/choose-geocoder.ts'
import { hasPrice } from '../../planning/modelling/costs.ts'
import { compareDay } from './compare-day.ts'
import { isOnRoads } from './day-figures.ts'
import { type PlacedRows, placeRows } from './driven-places.ts'
import { daysOfRows, sumUpLeftOut, toldPunctuality } from './driven-rows.ts'
import type { FoundReplay } from './replay-days.ts'
import {
  type AssumedVan,
  assumeVan,
  createDay,
  createVans,
  listNames,
  type SpreadsheetDay,
  toldAssumptions,
} from './spreadsheet-days.ts'

import type { TrialRun } from './try-fleets.ts'

/** Stored request; contains the rows until they are replayed. */
export interface SpreadsheetQuestion {
  from: string
  to: string
  spreadsheet: AskedSpreadsheet
  rows?: DrivenRow[]
}

/** Share of the whole progress for looking up addresses. */
const shareOfPlaces = 0.1

/** Throws TravelError, highway.geocoding.error.unavailable, highway.trial.error.nothing_to_try; rejects when the signal ends it. */
export async function replaySpreadsheet(row: WhatIfRow, run: TrialRun): Promise<FoundReplay> {
  const { rows = [], spreadsheet } = row.asked as unknown as SpreadsheetQuestion
  const geocoder = chooseGeocoder(run.services.config, run.services.mapData)
  const placed = await placeRows(rows, row.project_id, geocoder, {
    ...run,
    onProgress: (part) => run.onProgress(shareOfPlaces * part),
  })
  if (placed.rows.length === 0) throw nothingFound(placed)
  const { assumed } = spreadsheet
  const days = await run.inTransaction(async (scope) => {
    const project = await getProject(scope, row.project_id)
    const made: SpreadsheetDay[] = []
    for (const day of daysOfRows(placed.rows, assumed.vehicles_per_day ?? 1)) {
      made.push(createDay(scope, project, day, assumed))
      await setImmediate()
    }
    return made
  })
  const van = await assumeVan(days, assumed, run.services.travel.best)
  const found = beginFound(rows.length, placed, days, van, assumed)
  for (const [index, day] of days.entries()) {
    await replayOne(day, van, { ...spreadsheet, days: days.length }, found, {
      ...run,
      onProgress: (part) => run.onProgress(shareOfPlaces + ((1 - shareOfPlaces) * (index + part)) / days.length),
    })
  }
  return found
}

function nothingFound({ leftOut }: PlacedRows) {
  const reasons = sumUpLeftOut(leftOut).map(({ reason, count }) => `${count} ${reason.replaceAll('_', ' ')}`)
  return apiError('highway.trial.error.nothing_to_try', {
    what: 'The rows',
    reason: `none is left: ${reasons.join(', ')}`,
  })
}

function beginFound(
  rows: number,
  { rows: used, leftOut, located, doubtful }: PlacedRows,
  days: readonly SpreadsheetDay[],
  van: AssumedVan,
  assumed: AskedSpreadsheet['assumed'],
): FoundReplay {
  const told = { rows, used: used.length, left_out: sumUpLeftOut(leftOut), located, doubtful }
  return {
    days: [],
    assumptions: {
      driven: 0,
      canceled: 0,
      learned_stops: 0,
      roads: true,
      by_hour: false,
      priced: false,
      spreadsheet: { ...told, ...toldAssumptions(van, days, assumed) },
    },
  }
}

async function replayOne(
  one: SpreadsheetDay,
  van: AssumedVan,
  { other, seconds, days: searches }: AskedSpreadsheet & { days: number },
  { days, assumptions }: FoundReplay,
  run: TrialRun,
): Promise<void> {
  const { driven, day, stopsOfTours } = one
  const before = createVans(one, listNames(driven), van)
  const { vehicles: change = 0, ...otherVan } = other
  const count = Math.max(1, before.length + change)
  const names = Array.from({ length: count }, (_, at) => driven.tours[at]?.vehicle)
  const vehicles = createVans(one, names, { ...van, ...otherVan })
  const routes = before.map((route, at) => ({ route, stops: stopsOfTours[at]! }))
  const figures = await compareDay({ day, before: routes, vehicles }, { seconds, days: searches }, run)
  const isDriven = driven.tours.every(({ orderedBy }) => orderedBy !== 'row')
  const told = toldPunctuality(driven.tours.flatMap(({ rows }) => rows))
  const found: ReplayDay = { date: driven.date, is_driven: isDriven, ...figures, ...(told && { told }) }
  days.push(found)
  assumptions.driven += isDriven ? 1 : 0
  assumptions.roads &&= isOnRoads(figures.before) && isOnRoads(figures.after)
  assumptions.by_hour ||= day.context.settings.traffic !== undefined
  assumptions.priced ||= vehicles.some(hasPrice)
}
