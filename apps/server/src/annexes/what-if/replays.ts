// The rules of replays: asked for, told, taken away as a table.
import type { Replay, ReplayInput } from '@routewright/contract'
import { replayLimits } from '@routewright/contract'
import { getProject } from '../../accounts/projects/projects.ts'
import { depotRecords } from '../../data/depots.sql.ts'
import type { ProjectRow } from '../../data/project-tables.ts'
import type { JsonObject } from '../../data/values.ts'
import type { WhatIfRow } from '../../data/what-if-table.ts'
import { listWhatIfs } from '../../data/what-ifs.sql.ts'
import { apiError, invalidPayload } from '../../frame/platform/api-error.ts'
import { dateInZone, startInstant } from '../../frame/platform/calendar.ts'
import { chooseLanguage, type LanguageCode } from '../../frame/platform/languages.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import type { Table } from '../../frame/platform/table-file.ts'
import { depots } from '../../planning/depots/depots.ts'
import { findVehicles } from '../../planning/vehicles/vehicles.ts'
import { type FoundReplay, listReplayed } from './replay-days.ts'
import { computeTotal } from './replay-figures.ts'
import type { SpreadsheetQuestion } from './replay-spreadsheet.ts'
import { replayTable } from './replay-table.ts'
import { spreadsheetLines } from './spreadsheet-lines.ts'
import { askWhatIf, discardWhatIf, getWhatIf, whatIfHead } from './what-if.ts'

const mostListed = 10
/** Replays of plans, and of spreadsheets. */
const replayKinds = ['replay', 'spreadsheet'] as const
const dayMilliseconds = 86_400_000

/**
 * Takes the question. Throws 404, 403, invalid_payload for days that are not past or too many and for vehicles and depots that are not
 * the project's, highway.trial.error.nothing_to_try for days without plans, highway.trial.error.too_many.
 */
export async function askReplay(scope: Scope, projectId: string, input: ReplayInput): Promise<Replay> {
  const project = await getProject(scope, projectId)
  requireDays(scope, project, input)
  await requireResources(scope, project, input)
  if ((await listReplayed(scope, project.id, input)).length === 0) {
    const what = `${input.from.slice(0, 10)} to ${input.to.slice(0, 10)}`
    throw apiError('highway.trial.error.nothing_to_try', {
      what,
      reason: 'none of these days has a plan that is no draft',
    })
  }
  return replayRecord(await askWhatIf(scope, { kind: 'replay', project_id: project.id, asked: input as JsonObject }))
}

function requireDays({ now }: Scope, { timezone }: ProjectRow, { from, to }: ReplayInput): void {
  const today = dateInZone(now, timezone)
  if (to.slice(0, 10) >= today) throw invalidPayload('to', `must be before today, ${today}`)
  const days = (startInstant(to).getTime() - startInstant(from).getTime()) / dayMilliseconds + 1
  if (days < 1) throw invalidPayload('to', 'must not be before from')
  if (days > replayLimits.days)
    throw invalidPayload('to', `at most ${replayLimits.days} days are replayed, not ${days}`)
}

async function requireResources(scope: Scope, project: ProjectRow, input: ReplayInput): Promise<void> {
  const { without_vehicle_ids: without = [], added = [], depot_id } = input
  const vehicles = await findVehicles(scope, [...without, ...added.map(({ vehicle_id }) => vehicle_id)])
  const requireVehicle = (id: string, place: string) => {
    if (vehicles.get(id)?.project_id !== project.id) throw invalidPayload(place, `${id} is no vehicle of the project`)
  }
  for (const [index, id] of without.entries()) requireVehicle(id, `without_vehicle_ids[${index}]`)
  for (const [index, { vehicle_id }] of added.entries()) requireVehicle(vehicle_id, `added[${index}].vehicle_id`)
  if (depot_id !== undefined && (await depots.get(scope, depot_id)).project_id !== project.id)
    throw invalidPayload('depot_id', `${depot_id} is no depot of the project`)
}

/** The latest first; sentences in the language asked for, or else of the project. Throws 404 or 403. */
export async function listReplays(scope: Scope, projectId: string, asked?: string): Promise<Replay[]> {
  const { id: project_id, settings } = await getProject(scope, projectId)
  const language = chooseLanguage(asked, settings.language)
  const rows = await listWhatIfs(scope, { kind: replayKinds, project_id }, mostListed)
  return rows.map((row) => withSentences(replayRecord(row), language))
}

/** Sentences in the language asked for, or else of the project. Throws 404 or 403. */
export async function getReplay(scope: Scope, id: string, asked?: string): Promise<Replay> {
  const replay = replayRecord(await getWhatIf(scope, replayKinds, id))
  const { settings } = await getProject(scope, replay.project_id)
  return withSentences(replay, chooseLanguage(asked, settings.language))
}

function withSentences(replay: Replay, language: LanguageCode): Replay {
  const sentences = spreadsheetLines(replay, language)
  return sentences.length > 0 ? { ...replay, sentences } : replay
}

/** Throws 404 or 403. */
export async function discardReplay(scope: Scope, id: string): Promise<Replay> {
  return replayRecord(await discardWhatIf(scope, replayKinds, id))
}

/** In the language asked for, or else of the project. Throws 404, 403, highway.trial.error.not_ready. */
export async function getReplayTable(scope: Scope, id: string, asked: string | undefined): Promise<Table> {
  const replay = await getReplay(scope, id)
  if (!replay.days) throw apiError('highway.trial.error.not_ready', { id, state: replay.state })
  const { settings } = await getProject(scope, replay.project_id)
  const form = { language: chooseLanguage(asked, settings.language), isImperial: settings.units === 'imperial' }
  return replayTable(replay, await readNames(scope, replay.asked), form)
}

async function readNames(scope: Scope, { without_vehicle_ids: without = [], added = [], depot_id }: ReplayInput) {
  const vehicles = await findVehicles(scope, [...without, ...added.map(({ vehicle_id }) => vehicle_id)])
  return {
    nameOf: (id: string) => vehicles.get(id)?.label ?? vehicles.get(id)?.plate ?? id,
    depot: depot_id === undefined ? undefined : ((await depotRecords.find(scope, depot_id))?.label ?? depot_id),
  }
}

/** Without the rows of a spreadsheet. */
export function replayRecord(row: WhatIfRow): Replay {
  const found = row.found as FoundReplay | null
  const { rows: _rows, spreadsheet, ...asked } = row.asked as ReplayInput & Partial<SpreadsheetQuestion>
  return {
    ...whatIfHead(row),
    asked,
    ...(spreadsheet && { spreadsheet }),
    ...(found && {
      ...found,
      before: computeTotal(found.days, 'before'),
      after: computeTotal(found.days, 'after'),
    }),
  }
}
