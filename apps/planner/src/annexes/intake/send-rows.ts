// Creates and updates the stops of an import, with a result for each row; what is refused stays to be mended.

import * as operations from '@routewright/client/operations'
import { ServiceError } from '@routewright/client/service'
import type { StopInput } from '@routewright/contract'
import { call } from '../../shell/service.ts'
import { addKnown, noteResults, placeState, type RowResult, rowPlan, setKnown, useImport } from './import-store.ts'

const rowsPerCall = 250

interface SendContext {
  planId: string
  /** Turns a failed call into a sentence for people. */
  tell(error: unknown): string
  onProgress(done: number, total: number): void
}

/** Which external ids the plan has. Its board is a quarter of its stops in full: less to read at a stretch. */
export async function loadKnown(planId: string): Promise<void> {
  const { common, stops } = await call(operations.getPlanBoard, { plan_id: planId })
  setKnown(stops.map(({ id, external_id = common.external_id }) => ({ id, external_id })))
}

/** Sends every row that can be sent. Throws when the service fails for other reasons than a row; what is done is noted. */
export async function sendRows({ planId, tell, onProgress }: SendContext): Promise<void> {
  const state = useImport.getState()
  const plans = state.rows.map((_, row) => rowPlan(state, row))
  const listRows = (wanted: string) => plans.flatMap((plan, row) => (plan === wanted ? [row] : []))
  const [creates, updates] = [listRows('create'), listRows('update')]
  const total = creates.length + updates.length
  let done = 0
  const advance = (count: number) => {
    done += count
    onProgress(done, total)
  }
  noteResults(new Map(listRows('skip').map((row) => [row, { state: 'skipped' as const }])))
  for (let start = 0; start < creates.length; start += rowsPerCall) {
    const part = creates.slice(start, start + rowsPerCall)
    await createRows(planId, part)
    advance(part.length)
  }
  for (const row of updates) {
    noteResults(new Map([[row, await updateRow(row, tell)]]))
    advance(1)
  }
}

/** The stop of a row with its place. */
function getStop(row: number): StopInput {
  const state = useImport.getState()
  const { stop, address } = state.rows[row]!
  const { place } = placeState(state, row)
  if (!place) return stop
  const { lat, lng } = place
  const { scoring: _, partial_match: __, corrected_at: ___, ...found } = place as Place & Record<string, unknown>
  const location = { ...found, ...stop.location, lat, lng, ...(address && { label: address }) }
  return { ...stop, location }
}

type Place = NonNullable<ReturnType<typeof placeState>['place']>

/** A batch is created as a whole or not at all: rows that the service names are taken out, and the rest goes again. */
async function createRows(planId: string, rows: readonly number[]): Promise<void> {
  let left = [...rows]
  while (left.length > 0) {
    const startedAt = Date.now()
    try {
      const created = await call(operations.createStops, { plan_id: planId, body: left.map(getStop) })
      addKnown(created)
      noteResults(new Map(left.map((row, index) => [row, { state: 'created' as const, stopId: created[index]!.id }])))
      return
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      const at = /^\[(\d+)\]\.?/.exec(error.message)
      const refused = at && left[Number(at[1])]
      if (error.status === 400 && at && refused !== undefined && refused !== null) {
        noteResults(new Map([[refused, { state: 'refused', message: error.message.slice(at[0].length) }]]))
        left = left.filter((row) => row !== refused)
      } else if (isUnknown(error) && (await wereCreated(planId, left, startedAt))) {
        noteResults(new Map(left.map((row) => [row, { state: 'created' as const }])))
        return
      } else throw error
    }
  }
}

/** The response was lost: the service may have done it all the same. */
function isUnknown({ status }: ServiceError): boolean {
  return status === 0 || status >= 500
}

/** Whether the plan has the first and the last stop of the batch, made since it was sent. */
async function wereCreated(planId: string, rows: readonly number[], startedAt: number): Promise<boolean> {
  const stops = await call(operations.listPlanStops, { id: planId })
  // Clocks differ by some seconds; a minute of grace cannot take in an earlier import by hand.
  const recent = stops.filter((stop) => Date.parse(stop.created_at) > startedAt - 60_000)
  addKnown(stops)
  const isThere = (row: number) => {
    const { external_id, label } = getStop(row)
    return recent.some((stop) => stop.external_id === (external_id ?? undefined) && stop.label === (label ?? undefined))
  }
  return recent.length >= rows.length && isThere(rows[0]!) && isThere(rows.at(-1)!)
}

async function updateRow(row: number, tell: (error: unknown) => string): Promise<RowResult> {
  const { known } = useImport.getState()
  const stop = getStop(row)
  try {
    const stop_id = known.get(stop.external_id!)!
    await call(operations.updateStop, { stop_id, body: stop }, { repeatable: true })
    return { state: 'updated', stopId: stop_id }
  } catch (error) {
    if (error instanceof ServiceError && error.status === 400) return { state: 'refused', message: error.message }
    if (error instanceof ServiceError && error.status === 404) return { state: 'refused', message: tell(error) }
    throw error
  }
}
