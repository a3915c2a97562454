// Creates plans, routes, vehicles and entries of the address book so that a repetition creates none of them twice.
import { createMissing, type Identified, refuseUnclearIds } from './create-missing.ts'
import type {
  Client,
  ClientInput,
  Operations,
  Plan,
  PlanInput,
  Route,
  RouteInput,
  Vehicle,
  VehicleInput,
} from './generated/wire.ts'
import { iterate, type PagedOperation } from './iterate.ts'
import { type CallOptions, type ConnectionOptions, send } from './send.ts'

export interface MadeOnce<Record> {
  /** In the order of the input, whether created now or before; existing ones are returned unchanged. */
  records: Record[]
  created: number
  found: number
}

/** Up to this many records are searched one by one; for more, the whole list is read once. */
const mostSearched = 20

/** Returns the plan of the project with this external_id; creates it if there is none. */
export async function createPlanOnce(
  connection: ConnectionOptions,
  { project_id }: { project_id: string },
  input: PlanInput & Identified,
  options: CallOptions = {},
): Promise<{ plan: Plan; created: boolean }> {
  const { records, created } = await inProject(connection, 'listPlans', project_id, [input], options, ([body]) =>
    send(connection, 'createPlan', { project_id, body: body! }, options).then((plan) => [plan]),
  )
  return { plan: records[0]!, created: created > 0 }
}

/** Vehicles of the project; creates all missing ones in one request. */
export async function createVehiclesOnce(
  connection: ConnectionOptions,
  { project_id }: { project_id: string },
  inputs: readonly (VehicleInput & Identified)[],
  options: CallOptions = {},
): Promise<MadeOnce<Vehicle>> {
  return await inProject(connection, 'listVehicles', project_id, inputs, options, (body) =>
    send(connection, 'createVehicles', { project_id, body: [...body] }, options),
  )
}

/** Entries of the project's address book; creates missing ones with one request each. */
export async function createClientsOnce(
  connection: ConnectionOptions,
  { project_id }: { project_id: string },
  inputs: readonly (ClientInput & Identified)[],
  options: CallOptions = {},
): Promise<MadeOnce<Client>> {
  return await inProject(connection, 'listClients', project_id, inputs, options, async (bodies) => {
    const made: Client[] = []
    for (const body of bodies) made.push(await send(connection, 'createClient', { project_id, body }, options))
    return made
  })
}

/** Routes of the plan; creates all missing ones in one request. */
export async function createRoutesOnce(
  connection: ConnectionOptions,
  { plan_id }: { plan_id: string },
  inputs: readonly (RouteInput & Identified)[],
  options: CallOptions = {},
): Promise<MadeOnce<Route>> {
  refuseUnclearIds(inputs)
  const { records, created } = await createMissing<RouteInput & Identified, Route>(
    connection,
    inputs,
    {
      find: async () => oldestById(await send(connection, 'listPlanRoutes', { id: plan_id }, options)),
      create: (body) => send(connection, 'createRoutes', { plan_id, body: [...body] }, options),
    },
    options,
  )
  return { records, created, found: inputs.length - created }
}

type ProjectList = PagedOperation & ('listPlans' | 'listVehicles' | 'listClients')
type Found<Id extends ProjectList> = Operations[Id]['answer']['docs'][number]

async function inProject<Id extends ProjectList, Input extends Identified>(
  connection: ConnectionOptions,
  operation: Id,
  project_id: string,
  inputs: readonly Input[],
  options: CallOptions,
  create: (missing: readonly Input[]) => Promise<readonly Found<Id>[]>,
): Promise<MadeOnce<Found<Id>>> {
  refuseUnclearIds(inputs)
  const texts = inputs.length > mostSearched ? [undefined] : inputs.map(({ external_id }) => external_id)
  const find = async () => {
    const records: Found<Id>[] = []
    for (const text of texts) {
      const input = { project_id, ...(text === undefined ? {} : { text }) } as Operations[Id]['input']
      for await (const record of iterate(connection, operation, input, options)) records.push(record as Found<Id>)
    }
    return oldestById(records)
  }
  const { records, created } = await createMissing(connection, inputs, { find, create }, options)
  return { records, created, found: inputs.length - created }
}

/** Records by external_id; the first among several with the same one. The text search also returns others, which are ignored. */
function oldestById<Record extends { external_id?: string }>(records: readonly Record[]): Map<string, Record> {
  const byId = new Map<string, Record>()
  for (const record of records) {
    if (record.external_id !== undefined && !byId.has(record.external_id)) byId.set(record.external_id, record)
  }
  return byId
}
