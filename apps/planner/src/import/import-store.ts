// What an import holds while people work on it: the cells, what the columns mean, the places, the results. It outlives
// a look at another screen; leaving the page asks first.
import type { CustomFieldDefinition } from '@routewright/contract'
import { create } from 'zustand'
import {
  type ColumnTarget,
  findHeaderRow,
  guessColumns,
  type PastField,
  type Purpose,
  readRememberedColumns,
} from './import-fields.ts'
import { fillDown, writesMonthFirst } from './past-cells.ts'
import { duplicatesOf, type NoPlace, type Place, type PlaceState, type ReadRow, readRow } from './rows.ts'

export type Step = 'source' | 'columns' | 'check' | 'assume' | 'result'
/** What happens to rows whose external id a stop of the plan has already. */
export type ExistingMode = 'skip' | 'update' | 'create'

export interface RowResult {
  state: 'created' | 'updated' | 'skipped' | 'refused'
  message?: string
}

interface ImportState {
  purpose: Purpose
  /** The plan that the stops go into, or the project whose days these were. */
  ownerId: string | undefined
  step: Step
  sourceName: string
  /** As they were read, with title rows and the row of names, if there are such. */
  cells: string[][]
  /** The row of names; those above it are left out. */
  headerRow: number | undefined
  targets: ColumnTarget[]
  existing: ExistingMode
  /** Cells that cannot be read are left out instead of holding their rows back. */
  withoutBadCells: boolean
  /** Custom fields that the project has for stops. */
  definitions: readonly CustomFieldDefinition[]
  /** Without the header, in step with `rows`. */
  body: string[][]
  /** How days are written in this file. */
  isMonthFirst: boolean
  /** Fields whose empty cells were taken to mean what stands above them. */
  filled: readonly PastField[]
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
  purpose: 'plan',
  ownerId: undefined,
  step: 'source',
  sourceName: '',
  cells: [],
  headerRow: 0,
  targets: [],
  existing: 'update',
  withoutBadCells: false,
  definitions: [],
  body: [],
  isMonthFirst: false,
  filled: [],
  rows: [],
  duplicates: new Map(),
  places: new Map(),
  placedByHand: new Map(),
  results: new Map(),
  known: new Map(),
}

export const useImport = create<ImportState>(() => empty)
const { setState: set, getState: get } = useImport

/** Begins anew for a plan, or for past days of a project, unless that is under way. */
export function openImport(purpose: Purpose, ownerId: string, definitions: readonly CustomFieldDefinition[]): void {
  const state = get()
  const isSame = state.purpose === purpose && state.ownerId === ownerId
  set(isSame ? { definitions } : { ...empty, purpose, ownerId, definitions })
}

function emptyAsOpened(): ImportState {
  const { purpose, ownerId, definitions } = get()
  return { ...empty, purpose, ownerId, definitions }
}

export function startOver(): void {
  set(emptyAsOpened())
}

export function takeCells(cells: string[][], sourceName: string): void {
  set({ ...emptyAsOpened(), cells, sourceName, step: 'columns' })
  setHeaderRow(findHeaderRow(cells, get().purpose))
}

/** Undefined for a file whose first row is data. */
export function setHeaderRow(headerRow: number | undefined): void {
  const { cells, definitions, purpose } = get()
  const names = columnNames({ cells, headerRow })
  set({ headerRow, targets: guessColumns(names, readRememberedColumns(purpose), definitions, purpose) })
}

export function columnNames({ cells, headerRow }: Pick<ImportState, 'cells' | 'headerRow'>): string[] {
  return headerRow === undefined ? (cells[0] ?? []).map(() => '') : cells[headerRow]!
}

/** The rows of data. */
export function dataRows({ cells, headerRow }: Pick<ImportState, 'cells' | 'headerRow'>): string[][] {
  return cells.slice(headerRow === undefined ? 0 : headerRow + 1)
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
  const isPast = state.purpose === 'past'
  const { rows: body, filled } = isPast
    ? fillDown(dataRows(state), state.targets)
    : { rows: dataRows(state), filled: [] }
  const isMonthFirst = isPast && writesMonthFirst(body, state.targets)
  const rows: ReadRow[] = []
  let pausedAt = performance.now()
  for (const cells of body) {
    rows.push(readRow(cells, state.targets, names, state.definitions, isMonthFirst))
    if (performance.now() - pausedAt < stretch) continue
    await new Promise((resolve) => setTimeout(resolve))
    if (get().cells !== state.cells) return
    pausedAt = performance.now()
  }
  const duplicates = duplicatesOf(rows)
  set({ body, filled, rows, isMonthFirst, duplicates, step: 'check', results: new Map(), placedByHand: new Map() })
}

export function setCell(row: number, column: number, text: string): void {
  setCells([row], column, text)
}

/** The same text into a column of several rows, as when a word is mended wherever it stands. */
export function setCells(changed: readonly number[], column: number, text: string): void {
  const state = get()
  const [body, rows, results] = [[...state.body], [...state.rows], new Map(state.results)]
  const names = columnNames(state)
  let hasNewId = false
  for (const row of changed) {
    const cells = body[row]!.with(column, text)
    const read = readRow(cells, state.targets, names, state.definitions, state.isMonthFirst)
    hasNewId ||= read.stop.external_id !== rows[row]!.stop.external_id
    body[row] = cells
    rows[row] = read
    if (results.get(row)?.state === 'refused') results.delete(row)
  }
  set({ body, rows, results, ...(hasNewId && { duplicates: duplicatesOf(rows) }) })
}

/** Settles the place of a row; that of its address in all rows while that is in doubt, so that it is asked for once. */
export function takePlace(row: number, place: Place): void {
  const state = get()
  const { address } = state.rows[row]!
  const isForAll = address !== '' && isDoubtful(placeState(state, row).state)
  if (isForAll) addPlaces(new Map([[address, { ...place, corrected_at: new Date().toISOString() }]]))
  else set({ placedByHand: new Map(state.placedByHand).set(row, place) })
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

/** Whether somebody should look at it before the row is planned. */
export function isDoubtful(state: PlaceState): boolean {
  return state === 'doubtful' || state === 'missing' || state === 'box' || state === 'none'
}

export type RowPlan = 'done' | 'broken' | 'skip' | 'update' | 'create'

/** What will happen to a row. */
export function rowPlan(
  state: Pick<ImportState, 'purpose' | 'rows' | 'results' | 'known' | 'existing' | 'duplicates' | 'withoutBadCells'>,
  row: number,
): RowPlan {
  const result = state.results.get(row)
  if (result && result.state !== 'refused') return 'done'
  const { faults, stop, isEnough, past, address, hasCoordinates } = state.rows[row]!
  if (state.purpose === 'past') {
    const saysWhenAndWhere = past.date !== undefined && (address !== '' || hasCoordinates)
    return faults.size > 0 || !saysWhenAndWhere ? 'broken' : 'create'
  }
  const isHeldBack = faults.size > 0 && !(state.withoutBadCells && isEnough)
  if (isHeldBack || state.duplicates.has(row) || result) return 'broken'
  const isKnown = stop.external_id ? state.known.has(stop.external_id) : false
  if (!isKnown || state.existing === 'create') return 'create'
  return state.existing
}

export function countPlans(state: Parameters<typeof rowPlan>[0]): Record<RowPlan, number> {
  const counts: Record<RowPlan, number> = { done: 0, broken: 0, skip: 0, update: 0, create: 0 }
  for (let row = 0; row < state.rows.length; row += 1) counts[rowPlan(state, row)] += 1
  return counts
}

/** Cells that cannot be read, in rows that would make sense without them. */
export function countOmissible(state: Pick<ImportState, 'rows' | 'results'>): number {
  return state.rows.reduce((sum, { faults, isEnough }, row) => {
    const isDone = (state.results.get(row)?.state ?? 'refused') !== 'refused'
    return sum + (isEnough && !isDone ? faults.size : 0)
  }, 0)
}
