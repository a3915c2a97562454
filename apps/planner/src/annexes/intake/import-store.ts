// The state of an import while people work on it: cells, meanings of columns, places, results. It outlives
// a look at another screen; leaving the page asks first.
import type { CustomFieldDefinition } from '@routewright/contract'
import { isSurePlace } from '@routewright/contract/place-trust'
import type {
  ColumnForm,
  Columns,
  ColumnTarget,
  Line,
  OutlyingPlace,
  PastField,
  Purpose,
  ReadRow,
  Setting,
  Table,
} from '@routewright/reading'
import type { FileSheets, Sheet } from '@routewright/reading/sheets'
import { create } from 'zustand'
import type { NoPlace, Place, PlaceState } from './places.ts'
import { readRememberedColumns } from './remembered-columns.ts'

export type Step = 'source' | 'columns' | 'check' | 'assume' | 'result'
/** The treatment of rows whose external id a stop of the plan has already. */
export type ExistingMode = 'skip' | 'update' | 'create'

export interface RowResult {
  state: 'created' | 'updated' | 'skipped' | 'refused'
  message?: string
  /** The stop that the row became; unknown where the response was lost. */
  stopId?: string
}

type Point = Pick<Place, 'lat' | 'lng'>

/** Fetched with the first file: the page where it is dropped does without. */
type Reading = typeof import('@routewright/reading')

export interface ImportState {
  reading: Reading | undefined
  purpose: Purpose
  /** The plan that the stops go into, or the project whose days these were. */
  ownerId: string | undefined
  step: Step
  sourceName: string
  source: { file?: File; text?: string }
  /** The file as it was read; undefined before there is one. */
  file: FileSheets | undefined
  /** The place of the sheet among those of the file. */
  sheet: number
  /** The rows of the sheet that say something, with title rows and the row of names, if there are such. */
  lines: readonly Line[]
  /** The place of the row of names among them; those above it are left out. */
  headerRow: number | undefined
  table: Table
  targets: ColumnTarget[]
  existing: ExistingMode
  /** Cells that cannot be read are left out instead of holding their rows back. */
  withoutBadCells: boolean
  /** The plan's, YYYY-MM-DD; undefined while it is not known. */
  day: string | undefined
  /** Rows that say another day than the plan's are taken all the same. */
  withOtherDays: boolean
  /** Custom fields that the project has for stops. */
  definitions: readonly CustomFieldDefinition[]
  /** Where the project works, and its language. */
  setting: Setting
  /** Without the header, in step with `rows`. */
  body: string[][]
  /** How the cells of each column are written. */
  forms: ColumnForm[]
  /** Fields whose empty cells were taken to mean what stands above them. */
  filled: readonly PastField[]
  rows: ReadRow[]
  duplicates: Map<number, number>
  /** Places by the address that was looked up. */
  places: ReadonlyMap<string, Place | NoPlace>
  /** Put on the map by hand, by row. */
  placedByHand: ReadonlyMap<number, Place>
  results: ReadonlyMap<number, RowResult>
  /** Where the project works: its depots, and the stops that the plan has. */
  around: readonly Point[]
  /** Tells places that cannot be meant by where all others are. */
  judge: ((point: Point) => OutlyingPlace | undefined) | undefined
  /** Stops of the plan by external id. */
  known: ReadonlyMap<string, string>
}

const empty: ImportState = {
  reading: undefined,
  purpose: 'plan',
  ownerId: undefined,
  step: 'source',
  sourceName: '',
  source: {},
  file: undefined,
  sheet: 0,
  lines: [],
  headerRow: 0,
  table: { headingLine: undefined, names: [], groups: [], rows: [], left: [] },
  targets: [],
  existing: 'update',
  withoutBadCells: false,
  day: undefined,
  withOtherDays: false,
  definitions: [],
  setting: {},
  body: [],
  forms: [],
  filled: [],
  rows: [],
  duplicates: new Map(),
  places: new Map(),
  placedByHand: new Map(),
  results: new Map(),
  around: [],
  judge: undefined,
  known: new Map(),
}

export const useImport = create<ImportState>(() => empty)
const { setState: set, getState: get } = useImport

/** Returns the settings that a file was read with. */
function getReading(): Reading {
  return get().reading!
}

/** Begins anew for a plan, or for past days of a project, unless that is under way. */
export function openImport(
  purpose: Purpose,
  ownerId: string,
  given: Pick<ImportState, 'definitions' | 'setting'> & Partial<Pick<ImportState, 'day'>>,
): void {
  const state = get()
  const isSame = state.purpose === purpose && state.ownerId === ownerId
  set(isSame ? given : { ...empty, reading: state.reading, purpose, ownerId, ...given })
}

function emptyAsOpened(): ImportState {
  const { reading, purpose, ownerId, definitions, setting, day } = get()
  return { ...empty, reading, purpose, ownerId, definitions, setting, day }
}

export function startOver(): void {
  set(emptyAsOpened())
}

/** `sheet` is the place of the one to begin with; `source` is read again where its letters came out wrong. */
export function takeFile(reading: Reading, file: FileSheets, sheet: number, source: ImportState['source']): void {
  set({ ...emptyAsOpened(), reading, file, source, step: 'columns' })
  takeSheet(sheet)
}

/** Another sheet of the same file. */
export function takeSheet(sheet: number): void {
  const found = get().file?.sheets[sheet] as Sheet
  const lines = found.lines.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  set({ sheet, lines })
  takeTable(getReading().readTable(lines, get().purpose))
}

/** Undefined for a file whose first row is data. */
export function setHeaderRow(headerRow: number | undefined): void {
  const { lines, purpose } = get()
  takeTable(getReading().readTable(lines, purpose, headerRow ?? null))
}

function takeTable(table: Table): void {
  const { lines, definitions, purpose } = get()
  const { names, groups } = table
  const samples = table.rows.slice(0, SAMPLES).map(({ cells }) => cells)
  const remembered = readRememberedColumns(purpose)
  const targets = getReading().guessColumns({ names, groups, samples, remembered, definitions, purpose })
  const at = lines.findIndex(({ line }) => line === table.headingLine)
  set({ table, targets, headerRow: at < 0 ? undefined : at })
}

/** Rows whose cells tell what their columns mean. */
const SAMPLES = 200

export function columnNames({ table }: Pick<ImportState, 'table'>): string[] {
  return table.names
}

/** The rows of data. */
export function dataRows({ table }: Pick<ImportState, 'table'>): string[][] {
  return table.rows.map(({ cells }) => [...cells])
}

/** The line of a row in its file. */
export function getLine({ table }: Pick<ImportState, 'table'>, row: number): number {
  return table.rows[row]!.line
}

function getColumns({ targets, table, definitions, setting, forms }: ImportState): Columns {
  return { targets, names: table.names, definitions, setting, forms }
}

/** A field is one column's at most: the other lets it go. */
export function setTarget(column: number, target: ColumnTarget): void {
  const targets = get().targets.map((old, index) => {
    if (index === column) return target
    return old === target && target !== 'ignore' && target !== 'custom' ? 'ignore' : old
  })
  set({ targets })
}

/** Rows are read for this many milliseconds at a stretch: the page stays responsive in between. */
const stretch = 12

/** Reads all rows with the columns as they are now, then goes on to check them; given up when another file is taken. */
export async function readRows(): Promise<void> {
  const { table: whole, targets } = get()
  const { rows: ownRows, left } = getReading().leaveContinued(whole.rows, targets)
  if (left.length > 0) set({ table: { ...whole, rows: ownRows, left: [...whole.left, ...left] } })
  const state = get()
  const isPast = state.purpose === 'past'
  const { rows: body, filled } = isPast
    ? getReading().fillDown(dataRows(state), state.targets)
    : { rows: dataRows(state), filled: [] }
  const forms = getReading().judgeColumns(body, state.targets, state.table.names, state.setting)
  const readRow = getReading().createRowReader({ ...getColumns(state), forms })
  const rows: ReadRow[] = []
  let pausedAt = performance.now()
  for (const cells of body) {
    rows.push(readRow(cells))
    if (performance.now() - pausedAt < stretch) continue
    await new Promise((resolve) => setTimeout(resolve))
    if (get().table !== state.table) return
    pausedAt = performance.now()
  }
  const duplicates = getReading().collectDuplicates(rows)
  const judge = getReading().createPlaceJudge(state.around, givenPoints(rows))
  // Where no row is for the plan's day, the day in them is likely to mean something else.
  const withOtherDays = !rows.some(({ past }) => past.date !== undefined && past.date === state.day)
  set({ judge, body, filled, rows, forms, duplicates, withOtherDays })
  set({ step: 'check', results: new Map(), placedByHand: new Map() })
}

function givenPoints(rows: readonly ReadRow[]): Point[] {
  return rows.flatMap(({ hasCoordinates, stop }) => (hasCoordinates ? [stop.location as Point] : []))
}

/** Where the project works, as far as it is known: rows far from there are told. */
export function setAround(around: readonly Point[]): void {
  set({ around, judge: get().reading?.createPlaceJudge(around, givenPoints(get().rows)) })
}

/** Latitude and longitude of these rows are the other way round. */
export function turnPlaces(rows: readonly number[]): void {
  const placedByHand = new Map(get().placedByHand)
  for (const row of rows) {
    const { place } = placeState(get(), row)
    if (place) placedByHand.set(row, { lat: place.lng, lng: place.lat })
  }
  set({ placedByHand })
}

export function setCell(row: number, column: number, text: string): void {
  setCells([row], column, text)
}

/** The same text into a column of several rows, as when a word is mended wherever it stands. */
export function setCells(changed: readonly number[], column: number, text: string): void {
  const state = get()
  const [body, rows, results] = [[...state.body], [...state.rows], new Map(state.results)]
  const columns = getColumns(state)
  let hasNewId = false
  for (const row of changed) {
    const cells = body[row]!.with(column, text)
    const read = getReading().readRow(cells, columns)
    hasNewId ||= read.stop.external_id !== rows[row]!.stop.external_id
    body[row] = cells
    rows[row] = read
    if (results.get(row)?.state === 'refused') results.delete(row)
  }
  set({ body, rows, results, ...(hasNewId && { duplicates: getReading().collectDuplicates(rows) }) })
}

/** Settles the place of a row; that of its address in all rows while that is in doubt, so that it is asked for once. */
export function takePlace(row: number, place: Place): void {
  const state = get()
  const { address, hasCoordinates } = state.rows[row]!
  const isForAll = !hasCoordinates && address !== '' && isDoubtful(placeState(state, row).state)
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

export interface FoundPlace {
  state: PlaceState
  place?: Place
  /** How it lies to all others, where it cannot be meant. */
  outlying?: OutlyingPlace
}

/** How far the place of a row can be trusted. */
export function placeState(
  state: Pick<ImportState, 'rows' | 'places' | 'placedByHand' | 'judge'>,
  row: number,
): FoundPlace {
  const byHand = state.placedByHand.get(row)
  if (byHand) return { state: 'given', place: byHand }
  const { hasCoordinates, address, stop } = state.rows[row]!
  if (hasCoordinates) {
    const place = stop.location as unknown as Place
    const outlying = state.judge?.(place)
    return outlying ? { state: outlying.kind, place, outlying } : { state: 'given', place }
  }
  if (address === '') return { state: 'none' }
  const place = state.places.get(address)
  if (place === undefined) return { state: 'unknown' }
  if (typeof place === 'string') return { state: place }
  if (place.corrected_at !== undefined) return { state: 'corrected', place }
  return { state: isSurePlace(place) ? 'sure' : 'doubtful', place }
}

/** Whether somebody should look at it before the row is planned. */
export function isDoubtful(state: PlaceState): boolean {
  return DOUBTFUL.has(state)
}

const DOUBTFUL: ReadonlySet<PlaceState> = new Set(['doubtful', 'missing', 'box', 'none', 'swapped', 'null', 'far'])

export type RowPlan = 'done' | 'broken' | 'skip' | 'other_day' | 'update' | 'create'

/** Whether a row says another day than the plan's. */
export function isForOtherDay({ day, rows }: Pick<ImportState, 'day' | 'rows'>, row: number): boolean {
  const { date } = rows[row]!.past
  return day !== undefined && date !== undefined && date !== day
}

type Planned =
  | 'purpose'
  | 'rows'
  | 'results'
  | 'known'
  | 'existing'
  | 'duplicates'
  | 'withoutBadCells'
  | 'day'
  | 'withOtherDays'

/** Decides what will happen to a row. */
export function rowPlan(state: Pick<ImportState, Planned>, row: number): RowPlan {
  const result = state.results.get(row)
  if (result && result.state !== 'refused') return 'done'
  const { faults, stop, isEnough, past, address, hasCoordinates } = state.rows[row]!
  if (state.purpose === 'past') {
    const saysWhenAndWhere = past.date !== undefined && (address !== '' || hasCoordinates)
    return faults.size > 0 || !saysWhenAndWhere ? 'broken' : 'create'
  }
  if (!state.withOtherDays && isForOtherDay(state, row)) return 'other_day'
  const isHeldBack = faults.size > 0 && !(state.withoutBadCells && isEnough)
  if (isHeldBack || state.duplicates.has(row) || result) return 'broken'
  const isKnown = stop.external_id ? state.known.has(stop.external_id) : false
  if (!isKnown || state.existing === 'create') return 'create'
  return state.existing
}

export function countPlans(state: Parameters<typeof rowPlan>[0]): Record<RowPlan, number> {
  const counts: Record<RowPlan, number> = { done: 0, broken: 0, skip: 0, other_day: 0, update: 0, create: 0 }
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

/** Cells that were read, and may be meant otherwise. */
export function countDoubts({ rows, results }: Pick<ImportState, 'rows' | 'results'>): number {
  return rows.reduce((sum, { doubts }, row) => sum + (results.has(row) ? 0 : doubts.size), 0)
}
