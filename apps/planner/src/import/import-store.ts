// What an import holds while people work on it: the cells, what the columns mean, the places, the results. It outlives
// a look at another screen; leaving the page asks first.
import type { CustomFieldDefinition } from '@routewright/contract'
import { create } from 'zustand'
import { type ColumnTarget, guessColumns, looksLikeHeader, readRememberedColumns } from './import-fields.ts'
import { duplicatesOf, type NoPlace, type Place, type PlaceState, type ReadRow, readRow } from './rows.ts'

export type Step = 'source' | 'columns' | 'check' | 'result'
/** What happens to rows whose external id a stop of the plan has already. */
export type ExistingMode = 'skip' | 'update' | 'create'

export interface RowResult {
  state: 'created' | 'updated' | 'skipped' | 'refused'
  message?: string
}

interface ImportState {
  planId: string | undefined
  step: Step
  sourceName: string
  /** With the row of headers, if there is one. */
  cells: string[][]
  hasHeader: boolean
  targets: ColumnTarget[]
  existing: ExistingMode
  /** Custom fields that the project has for stops. */
  definitions: readonly CustomFieldDefinition[]
  /** Without the header, in step with `rows`. */
  body: string[][]
  rows: ReadRow[]
  duplicates: Map<number, number>
  /** By the address that was looked up. */
  places: ReadonlyMap<string, Place | NoPlace>
  /** Put on the map by hand, by row. */
  placedByHand: ReadonlyMap<number, Place>
  results: ReadonlyMap<number, RowResult>
  /** Stops of the plan by external id. */
  known: ReadonlyMap<string, string>
}

const empty: ImportState = {
  planId: undefined,
  step: 'source',
  sourceName: '',
  cells: [],
  hasHeader: true,
  targets: [],
  existing: 'update',
  definitions: [],
  body: [],
  rows: [],
  duplicates: new Map(),
  places: new Map(),
  placedByHand: new Map(),
  results: new Map(),
  known: new Map(),
}

export const useImport = create<ImportState>(() => empty)
const { setState: set, getState: get } = useImport

/** Begins anew for a plan, unless an import of it is under way. */
export function openImport(planId: string, definitions: readonly CustomFieldDefinition[]): void {
  set(get().planId === planId ? { definitions } : { ...empty, planId, definitions })
}

export function startOver(): void {
  set({ ...empty, planId: get().planId, definitions: get().definitions })
}

export function takeCells(cells: string[][], sourceName: string): void {
  const hasHeader = looksLikeHeader(cells[0] ?? [])
  const { planId, definitions } = get()
  const names = hasHeader ? cells[0]! : (cells[0] ?? []).map(() => '')
  const targets = guessColumns(names, readRememberedColumns(), definitions)
  set({ ...empty, planId, definitions, cells, sourceName, hasHeader, targets, step: 'columns' })
}

export function columnNames(state: Pick<ImportState, 'cells' | 'hasHeader'>): string[] {
  const first = state.cells[0] ?? []
  return state.hasHeader ? first : first.map(() => '')
}

export function setHasHeader(hasHeader: boolean): void {
  const { cells, definitions } = get()
  set({ hasHeader, targets: guessColumns(columnNames({ cells, hasHeader }), readRememberedColumns(), definitions) })
}

/** A field is one column's at most: the other lets it go. */
export function setTarget(column: number, target: ColumnTarget): void {
  const targets = get().targets.map((old, index) => {
    if (index === column) return target
    return old === target && target !== 'ignore' && target !== 'custom' ? 'ignore' : old
  })
  set({ targets })
}

/** So long rows are read at a stretch, milliseconds: the page answers in between. */
const stretch = 12

/** Reads all rows with the columns as they are now, then goes on to check them; given up when another file is taken. */
export async function readRows(): Promise<void> {
  const state = get()
  const names = columnNames(state)
  const body = state.hasHeader ? state.cells.slice(1) : state.cells
  const rows: ReadRow[] = []
  let pausedAt = performance.now()
  for (const cells of body) {
    rows.push(readRow(cells, state.targets, names, state.definitions))
    if (performance.now() - pausedAt < stretch) continue
    await new Promise((resolve) => setTimeout(resolve))
    if (get().cells !== state.cells) return
    pausedAt = performance.now()
  }
  set({ body, rows, duplicates: duplicatesOf(rows), step: 'check', results: new Map(), placedByHand: new Map() })
}

export function setCell(row: number, column: number, text: string): void {
  const state = get()
  const cells = state.body[row]!.with(column, text)
  const read = readRow(cells, state.targets, columnNames(state), state.definitions)
  const rows = state.rows.with(row, read)
  const hasNewId = read.stop.external_id !== state.rows[row]!.stop.external_id
  const results = new Map(state.results)
  if (results.get(row)?.state === 'refused') results.delete(row)
  set({
    body: state.body.with(row, cells),
    rows,
    results,
    ...(hasNewId && { duplicates: duplicatesOf(rows) }),
  })
}

export function placeByHand(row: number, place: Place): void {
  set({ placedByHand: new Map(get().placedByHand).set(row, place) })
}

export function addPlaces(found: ReadonlyMap<string, Place | NoPlace>): void {
  set({ places: new Map([...get().places, ...found]) })
}

export function noteResults(results: ReadonlyMap<number, RowResult>): void {
  set({ results: new Map([...get().results, ...results]) })
}

type KnownStop = { id: string; external_id?: string | undefined }

export function setKnown(stops: readonly KnownStop[]): void {
  set({ known: new Map(stops.flatMap(({ id, external_id }) => (external_id ? [[external_id, id]] : []))) })
}

export function addKnown(stops: readonly KnownStop[]): void {
  const known = new Map(get().known)
  for (const { id, external_id } of stops) if (external_id) known.set(external_id, id)
  set({ known })
}

const sureScore = 0.75

/** How far the place of a row can be trusted. */
export function placeState(
  state: Pick<ImportState, 'rows' | 'places' | 'placedByHand'>,
  row: number,
): { state: PlaceState; place?: Place } {
  const byHand = state.placedByHand.get(row)
  if (byHand) return { state: 'given', place: byHand }
  const { hasCoordinates, address, stop } = state.rows[row]!
  if (hasCoordinates) return { state: 'given', place: stop.location as unknown as Place }
  if (address === '') return { state: 'none' }
  const place = state.places.get(address)
  if (place === undefined) return { state: 'unknown' }
  if (typeof place === 'string') return { state: place }
  if (place.corrected_at !== undefined) return { state: 'corrected', place }
  const isSure = place.partial_match !== true && (place.scoring ?? 1) >= sureScore
  return { state: isSure ? 'sure' : 'doubtful', place }
}

export type RowPlan = 'done' | 'broken' | 'skip' | 'update' | 'create'

/** What will happen to a row. */
export function rowPlan(
  state: Pick<ImportState, 'rows' | 'results' | 'known' | 'existing' | 'duplicates'>,
  row: number,
): RowPlan {
  const result = state.results.get(row)
  if (result && result.state !== 'refused') return 'done'
  const { faults, stop } = state.rows[row]!
  if (faults.size > 0 || state.duplicates.has(row) || result) return 'broken'
  const isKnown = stop.external_id ? state.known.has(stop.external_id) : false
  if (!isKnown || state.existing === 'create') return 'create'
  return state.existing
}

export function countPlans(state: Parameters<typeof rowPlan>[0]): Record<RowPlan, number> {
  const counts: Record<RowPlan, number> = { done: 0, broken: 0, skip: 0, update: 0, create: 0 }
  for (let row = 0; row < state.rows.length; row += 1) counts[rowPlan(state, row)] += 1
  return counts
}
