// The search over everything: what was typed may be an id, a parcel, a phone number or a name.

import type { Finding } from '@routewright/contract'
import { listProjectIds } from '../data/projects.sql.ts'
import type { Scope } from '../platform/scope.ts'
import { getProject } from '../projects/projects.ts'
import {
  type FoundRow,
  selectClients,
  selectPlans,
  selectStopsByBarcode,
  selectStopsByExternalId,
  selectStopsById,
  selectStopsByPackage,
  selectStopsByPhone,
  selectStopsByWords,
  selectVehicles,
} from './finding.sql.ts'

export interface FindQuery {
  text: string
  project_id?: string
  limit: number
}

type Matched = Finding['matched']

/** The likeliest records within reach: exact ids and parcels, then phone numbers, then beginnings of ids and words. */
export async function findAnything(scope: Scope, query: FindQuery): Promise<{ findings: Finding[] }> {
  const text = query.text.trim().toLowerCase()
  const projectIds = await reachedProjects(scope, query.project_id)
  if (text === '' || projectIds.length === 0) return { findings: [] }
  const phoneEnd = phoneEndOf(text)
  const words = wordsOf(text)
  const found = new Map<string, Finding>()
  const add = (rows: readonly FoundRow[], matched: Matched) => {
    for (const row of rows) {
      const key = `${row.kind} ${row.id}`
      if (!found.has(key)) found.set(key, findingOf(row, matched))
    }
  }
  if (/^[0-9a-f]{24}$/.test(text)) add(await selectStopsById(scope, projectIds, text), 'id')
  add(await selectStopsByExternalId(scope, projectIds, text, true), 'external_id')
  add(await selectStopsByPackage(scope, projectIds, text, true), 'package')
  add(await selectStopsByBarcode(scope, projectIds, query.text.trim()), 'barcode')
  const plans = await selectPlans(scope, projectIds, text)
  const vehicles = await selectVehicles(scope, projectIds, text)
  const clients = await selectClients(scope, projectIds, { text: query.text.trim(), phoneEnd, words })
  const isExact = ({ match }: FoundRow) => match !== null
  for (const rows of [plans, vehicles, clients]) add(rows.filter(isExact), 'external_id')
  if (phoneEnd) add(await selectStopsByPhone(scope, projectIds, phoneEnd), 'phone')
  for (const rows of [plans.slice(0, 5), vehicles.slice(0, 5), clients.slice(0, 5)]) add(rows, 'label')
  if (found.size < query.limit) add(await selectStopsByExternalId(scope, projectIds, text, false), 'external_id')
  if (found.size < query.limit) add(await selectStopsByPackage(scope, projectIds, text, false), 'package')
  if (found.size < query.limit && words) add(await selectStopsByWords(scope, projectIds, words), 'label')
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
  const digits = text.replace(/\D/g, '').replace(/^0+/, '')
  return digits.length < 4 ? undefined : [...digits.slice(-9)].reverse().join('')
}

/** Every word that was typed must begin a word of the name. */
function wordsOf(text: string): string | undefined {
  const words = text.match(/[\p{L}\p{N}]+/gu)?.slice(0, 8) ?? []
  return words.length === 0 ? undefined : words.map((word) => `${word}:*`).join(' & ')
}

function findingOf(row: FoundRow, matched: Matched): Finding {
  const { kind, id, project_id, date } = row
  const optional = {
    ...{ subtitle: row.subtitle, plan_id: row.plan_id, plan_label: row.plan_label, status: row.status },
    ...{ match: row.match, date: date?.toISOString() },
  }
  const known = Object.entries(optional).filter(([, value]) => value !== null && value !== undefined)
  return { kind, id, project_id, matched, title: row.title ?? '', ...Object.fromEntries(known) }
}
