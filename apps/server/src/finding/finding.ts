// The search over everything: what was typed may be an id, a parcel, a phone number or a name.

import type { Finding, QueryOf } from '@routewright/contract'
import type { ClientRow } from '../data/client-table.ts'
import { findClientsByText } from '../data/clients.sql.ts'
import type { PlanRow } from '../data/plan-table.ts'
import { findPlansByText } from '../data/plans.sql.ts'
import { listProjectIds } from '../data/projects.sql.ts'
import type { VehicleRow } from '../data/vehicle-table.ts'
import { findVehiclesByText } from '../data/vehicles.sql.ts'
import { withoutEmpty } from '../platform/compact.ts'
import type { Scope } from '../platform/scope.ts'
import { getProject } from '../projects/projects.ts'
import { addressText } from '../resources/address.ts'
import { endOfPhone } from '../resources/phone.ts'
import {
  candidates,
  type FoundStop,
  selectStopsByBarcode,
  selectStopsByExternalId,
  selectStopsById,
  selectStopsByPackage,
  selectStopsByPhone,
  selectStopsByWords,
} from './finding.sql.ts'

export type FindQuery = QueryOf<'findAnything'>

type Matched = Finding['matched']

/** What is told of a record that was found, and the value that fits. */
type Found = Pick<Finding, 'kind' | 'id' | 'project_id'> & {
  title: string | null | undefined
  match: string | null
} & {
  [Name in 'subtitle' | 'plan_id' | 'plan_label' | 'status']?: string | null
} & { date?: Date | null }

/** The likeliest records within reach: exact ids and parcels, then phone numbers, then beginnings of ids and words. */
export async function findAnything(scope: Scope, query: FindQuery): Promise<{ findings: Finding[] }> {
  const text = query.text.trim().toLowerCase()
  const projectIds = await reachedProjects(scope, query.project_id)
  if (text === '' || projectIds.length === 0) return { findings: [] }
  const phoneEnd = phoneEndOf(text)
  const words = wordsOf(text)
  const found = new Map<string, Finding>()
  const add = (rows: readonly Found[], matched: Matched) => {
    for (const row of rows) {
      const key = `${row.kind} ${row.id}`
      if (!found.has(key)) found.set(key, findingOf(row, matched))
    }
  }
  if (/^[0-9a-f]{24}$/.test(text)) add((await selectStopsById(scope, projectIds, text)).map(foundStop), 'id')
  add((await selectStopsByExternalId(scope, projectIds, text, true)).map(foundStop), 'external_id')
  add((await selectStopsByPackage(scope, projectIds, text, true)).map(foundStop), 'package')
  add((await selectStopsByBarcode(scope, projectIds, query.text.trim())).map(foundStop), 'barcode')
  const plans = (await findPlansByText(scope, projectIds, text, candidates)).map((row) => foundPlan(row, text))
  const vehicles = (await findVehiclesByText(scope, projectIds, text, candidates)).map((row) => foundVehicle(row, text))
  const known = { text: query.text.trim(), phoneEnd, words }
  const clients = (await findClientsByText(scope, projectIds, known, candidates)).map((row) =>
    foundClient(row, known.text),
  )
  const isExact = ({ match }: Found) => match !== null
  for (const rows of [plans, vehicles, clients]) add(rows.filter(isExact), 'external_id')
  if (phoneEnd) add((await selectStopsByPhone(scope, projectIds, phoneEnd)).map(foundStop), 'phone')
  for (const rows of [plans.slice(0, 5), vehicles.slice(0, 5), clients.slice(0, 5)]) add(rows, 'label')
  if (found.size < query.limit)
    add((await selectStopsByExternalId(scope, projectIds, text, false)).map(foundStop), 'external_id')
  if (found.size < query.limit)
    add((await selectStopsByPackage(scope, projectIds, text, false)).map(foundStop), 'package')
  if (found.size < query.limit && words.length > 0)
    add((await selectStopsByWords(scope, projectIds, words)).map(foundStop), 'label')
  for (const rows of [plans, vehicles, clients]) add(rows, 'label')
  return { findings: [...found.values()].slice(0, query.limit) }
}

async function reachedProjects(scope: Scope, projectId: string | undefined): Promise<string[]> {
  if (projectId !== undefined) return [(await getProject(scope, projectId)).id]
  return scope.projects === 'all' ? await listProjectIds(scope) : [...scope.projects]
}

/** Four digits at least, the last nine at most, turned round; nothing for what is no number as people write it. */
function phoneEndOf(text: string): string | undefined {
  if (!/^[\d\s()+./-]+$/.test(text)) return undefined
  return endOfPhone(text, 4)
}

/** Every word that was typed must begin a word of the name. */
function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+/gu)?.slice(0, 8) ?? []
}

function foundStop({ label, external_id, location, ...stop }: FoundStop): Found {
  const address = addressText(location)
  return { kind: 'stop', ...stop, title: label ?? external_id ?? address, subtitle: address }
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
  const { id, project_id, label, external_id, default_location, phone } = client
  const match = external_id === text || id === text ? text : null
  const subtitle = addressText(default_location) ?? phone
  return { kind: 'client', id, project_id, title: label ?? external_id, subtitle, match }
}

function findingOf({ title, date, ...row }: Found, matched: Matched): Finding {
  return { ...withoutEmpty({ ...row, date: date?.toISOString() }), matched, title: title ?? '' }
}
