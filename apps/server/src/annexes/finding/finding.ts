// The search over everything: what was typed may be an id, a parcel, a phone number or a name.

import { type Finding, foldWords, holdsNearly, isSameParcel, listSpellings, type QueryOf } from '@routewright/contract'
import { getProject } from '../../accounts/projects/projects.ts'
import type { ClientRow } from '../../data/client-table.ts'
import { findClientsByText, listClientsNear } from '../../data/clients.sql.ts'
import type { PlanRow } from '../../data/plan-table.ts'
import { findPlansByText } from '../../data/plans.sql.ts'
import { listProjectIds } from '../../data/projects.sql.ts'
import { addressText } from '../../data/resources/address.ts'
import { endOfPhone } from '../../data/resources/phone.ts'
import type { VehicleRow } from '../../data/vehicle-table.ts'
import { findVehiclesByText } from '../../data/vehicles.sql.ts'
import { withoutEmpty } from '../../frame/platform/compact.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import {
  candidates,
  type FoundStop,
  listNamesNear,
  selectStopsByBarcode,
  selectStopsByCode,
  selectStopsByExternalId,
  selectStopsById,
  selectStopsByIds,
  selectStopsByPhone,
  selectStopsByStartOfCode,
  selectStopsByWords,
} from './finding.sql.ts'

export type FindQuery = QueryOf<'findAnything'>

type Matched = Finding['matched']

/** Fields of a found record, and the value that matches. */
type Found = Pick<Finding, 'kind' | 'id' | 'project_id'> & {
  title: string | null | undefined
  match: string | null
} & {
  [Name in 'subtitle' | 'plan_id' | 'plan_label' | 'status' | 'person']?: string | null
} & { date?: Date | null }

/** The likeliest records within reach: exact ids and parcels, then phone numbers, then beginnings of ids and words. */
export async function findAnything(scope: Scope, query: FindQuery): Promise<{ findings: Finding[] }> {
  const text = query.text.trim()
  const projectIds = await reachedProjects(scope, query.project_id)
  if (text === '' || projectIds.length === 0) return { findings: [] }
  const words = listWords(text)
  const found = new Map<string, Finding>()
  const add = ({ rows, matched }: FoundRows) => {
    for (const row of rows) {
      const key = `${row.kind} ${row.id}`
      if (!found.has(key)) found.set(key, getFinding(matched === 'label' ? withPerson(row, words) : row, matched))
    }
  }
  const { likely, others } = await findWhole(scope, projectIds, text)
  likely.forEach(add)
  // Everything is looked for that might still be shown: asking together costs less than waiting to learn that it need not be asked.
  if (found.size < query.limit) (await findBeginnings(scope, projectIds, text.toLowerCase())).forEach(add)
  others.forEach(add)
  // Only where nothing is written so: what has been typed rightly needs no guess.
  if (found.size === 0) (await findNear(scope, projectIds, text, words)).forEach(add)
  return { findings: [...found.values()].slice(0, query.limit) }
}

/** Records that were found in one way. */
interface FoundRows {
  rows: readonly Found[]
  matched: Matched
}

/** Number of records of a kind listed before stops whose names only begin with the text. */
const likeliest = 5

/** How many clients with half of each word are looked at. */
const nearClients = 1_000

/** Finds records with the whole text, and others by their names: the likely ones, and the rest. */
async function findWhole(scope: Scope, projectIds: readonly string[], written: string) {
  const text = written.toLowerCase()
  const phoneEnd = findPhoneEnd(text)
  const known = { text: written, phoneEnd, words: listWords(text) }
  const isId = /^[0-9a-f]{24}$/.test(text)
  const [byId, byOrder, byParcel, byBarcode, planRows, vehicleRows, clientRows, byPhone] = await Promise.all([
    isId ? selectStopsById(scope, projectIds, text) : [],
    selectStopsByExternalId(scope, projectIds, text, true),
    findByParcel(scope, projectIds, text),
    selectStopsByBarcode(scope, projectIds, written),
    findPlansByText(scope, projectIds, text, candidates),
    findVehiclesByText(scope, projectIds, text, candidates),
    findClientsByText(scope, projectIds, known, candidates),
    phoneEnd ? selectStopsByPhone(scope, projectIds, phoneEnd) : [],
  ])
  const kinds = [
    planRows.map((row) => foundPlan(row, text)),
    vehicleRows.map((row) => foundVehicle(row, text)),
    clientRows.map((row) => foundClient(row, written)),
  ]
  const isExact = ({ match }: Found) => match !== null
  const likely: FoundRows[] = [
    { rows: byId.map(foundStop), matched: 'id' },
    { rows: byOrder.map(foundStop), matched: 'external_id' },
    { rows: byParcel.map(foundStop), matched: 'package' },
    { rows: byBarcode.map(foundStop), matched: 'barcode' },
    ...kinds.map((rows): FoundRows => ({ rows: rows.filter(isExact), matched: 'external_id' })),
    { rows: byPhone.map(foundStop), matched: 'phone' },
    ...kinds.map((rows): FoundRows => ({ rows: rows.slice(0, likeliest), matched: 'label' })),
  ]
  return { likely, others: kinds.map((rows): FoundRows => ({ rows, matched: 'label' })) }
}

/** Stops with a parcel that the code means, however it is written. */
async function findByParcel(scope: Scope, projectIds: readonly string[], text: string) {
  const rows = await selectStopsByCode(scope, projectIds, listSpellings(text))
  return rows.filter(({ match }) => isSameParcel(match!, text))
}

/** Stops whose order or parcel begins with the text, or a word of whose name does. */
async function findBeginnings(scope: Scope, projectIds: readonly string[], text: string): Promise<FoundRows[]> {
  const words = listWords(text)
  const [byOrder, byParcel, byWords] = await Promise.all([
    selectStopsByExternalId(scope, projectIds, text, false),
    selectStopsByStartOfCode(scope, projectIds, text),
    words.length > 0 ? selectStopsByWords(scope, projectIds, words) : [],
  ])
  return [
    { rows: byOrder.map(foundStop), matched: 'external_id' },
    { rows: byParcel.map(foundStop), matched: 'package' },
    { rows: byWords.map(foundNamedStop), matched: 'label' },
  ]
}

/** Stops and clients in whose names each word begins one but for a slip. */
async function findNear(
  scope: Scope,
  projectIds: readonly string[],
  text: string,
  words: readonly string[],
): Promise<FoundRows[]> {
  if (words.length === 0) return []
  const [stops, clients] = await Promise.all([
    listNamesNear(scope, projectIds, words),
    listClientsNear(scope, projectIds, words, nearClients),
  ])
  const ids = stops.filter(({ name }) => holdsNearly(name, words)).map(({ id }) => id)
  const stopRows = ids.length > 0 ? await selectStopsByIds(scope, projectIds, ids.slice(0, candidates)) : []
  const clientRows = clients.filter(({ label, reference_person }) =>
    holdsNearly(`${label ?? ''} ${reference_person ?? ''}`, words),
  )
  return [
    { rows: clientRows.slice(0, likeliest).map((row) => foundClient(row, text)), matched: 'label' },
    { rows: stopRows.map(foundNamedStop), matched: 'label' },
  ]
}

async function reachedProjects(scope: Scope, projectId: string | undefined): Promise<string[]> {
  if (projectId !== undefined) return [(await getProject(scope, projectId)).id]
  return scope.projects === 'all' ? await listProjectIds(scope) : [...scope.projects]
}

/** Four digits at least, the last nine at most, turned round; nothing for what is no number as people write it. */
function findPhoneEnd(text: string): string | undefined {
  if (!/^[\d\s()+./-]+$/.test(text)) return undefined
  return endOfPhone(text, 4)
}

/** Every word that was typed must begin a word of the name. */
function listWords(text: string): string[] {
  return foldWords(text).slice(0, 8)
}

function foundStop({ label, external_id, location, ...stop }: FoundStop): Found {
  const address = addressText(location)
  return { kind: 'stop', ...stop, title: label ?? external_id ?? address, subtitle: address }
}

/** A stop that was found by its name. */
function foundNamedStop({ match, ...stop }: FoundStop): Found {
  return { ...foundStop({ ...stop, match: null }), person: match }
}

function foundPlan({ id, project_id, label, external_id, execution_date, status }: PlanRow, text: string): Found {
  const match = external_id?.toLowerCase() === text ? external_id : id === text ? id : null
  const plan = { plan_id: id, plan_label: label, date: execution_date, status }
  return { kind: 'plan', id, project_id, title: label ?? external_id, ...plan, match }
}

function foundVehicle({ id, project_id, label, plate, external_id, phone }: VehicleRow, text: string): Found {
  const isExact = [external_id?.toLowerCase(), plate?.toLowerCase(), id].includes(text)
  const subtitle = [plate, phone].filter(Boolean).join(' · ') || null
  return {
    kind: 'vehicle',
    id,
    project_id,
    title: label ?? plate ?? external_id,
    subtitle,
    match: isExact ? text : null,
  }
}

function foundClient(client: ClientRow, text: string): Found {
  const { id, project_id, label, external_id, default_location, phone, reference_person } = client
  const match = external_id === text || id === text ? text : null
  const subtitle = addressText(default_location) ?? phone
  return { kind: 'client', id, project_id, title: label ?? external_id, subtitle, match, person: reference_person }
}

/** Tells the person as what fits, where the title alone does not say why the record was found. */
function withPerson(row: Found, words: readonly string[]): Found {
  return holdsNearly(row.title ?? '', words) ? row : { ...row, match: row.person ?? null }
}

function getFinding({ title, date, person: _, ...row }: Found, matched: Matched): Finding {
  return { ...withoutEmpty({ ...row, date: date?.toISOString() }), matched, title: title ?? '' }
}
