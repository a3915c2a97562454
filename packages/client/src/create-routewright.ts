// The client itself: a method for every operation, and a few methods that need several calls.
import { createClientsOnce, createPlanOnce, createRoutesOnce, createVehiclesOnce } from './create-once.ts'
import { type CreatedOnce, createStopsOnce, type IdentifiedStopInput, type StopTarget } from './create-stops-once.ts'
import { operations } from './generated/operations.ts'
import type { Operations, RunningOptimization } from './generated/wire.ts'
import { iterate, type PagedOperation, type RecordOf } from './iterate.ts'
import { type CallOptions, type ConnectionOptions, type OperationId, send } from './send.ts'
import { type WaitOptions, waitForOptimization } from './wait-for-optimization.ts'

/** Path and query parameters and `body` are in one object; it is optional when none is required. */
type Call<Id extends OperationId> =
  Record<never, never> extends Operations[Id]['input']
    ? (input?: Operations[Id]['input'], options?: CallOptions) => Promise<Operations[Id]['answer']>
    : (input: Operations[Id]['input'], options?: CallOptions) => Promise<Operations[Id]['answer']>

export type OperationMethods = { [Id in OperationId]: Call<Id> }

export interface Routewright extends OperationMethods {
  /** All records of a paginated list: `for await (const plan of client.iterate('listPlans', { project_id }))`. */
  iterate<Id extends PagedOperation>(
    operation: Id,
    input: Operations[Id]['input'],
    options?: CallOptions,
  ): AsyncGenerator<RecordOf<Id>, void, undefined>
  /** Resolves when the plan's running or last optimization has ended. */
  waitForOptimization(planId: string, options?: WaitOptions): Promise<RunningOptimization>
  /** Creates the stops whose external_id does not exist yet. */
  createStopsOnce(
    target: StopTarget,
    stops: readonly IdentifiedStopInput[],
    options?: CallOptions,
  ): Promise<CreatedOnce>
  /** Returns the plan with this external_id; creates it if the project has none. */
  createPlanOnce: Bound<typeof createPlanOnce>
  /** Creates the routes whose external_id does not exist in the plan yet. */
  createRoutesOnce: Bound<typeof createRoutesOnce>
  /** Creates the vehicles whose external_id does not exist in the project yet. */
  createVehiclesOnce: Bound<typeof createVehiclesOnce>
  /** Creates the entries whose external_id does not exist in the address book yet. */
  createClientsOnce: Bound<typeof createClientsOnce>
}

/** The function as a method: the connection is the client's. */
type Bound<Work> = Work extends (connection: ConnectionOptions, ...args: infer Args) => infer Answer
  ? (...args: Args) => Answer
  : never

/** Creates a client; nothing is sent yet. Throws TypeError for an invalid base URL. */
export function createRoutewright(connection: ConnectionOptions): Routewright {
  if (!URL.canParse(connection.baseUrl)) throw new TypeError('baseUrl must be a URL, https://routes.example.com.')
  const methods = Object.keys(operations).map((name) => {
    const operation = name as OperationId
    return [
      operation,
      (input: object = {}, options?: CallOptions) => send(connection, operation, input as never, options),
    ]
  })
  return {
    ...(Object.fromEntries(methods) as OperationMethods),
    iterate: (operation, input, options) => iterate(connection, operation, input, options),
    waitForOptimization: (planId, options) => waitForOptimization(connection, planId, options),
    createStopsOnce: (target, stops, options) => createStopsOnce(connection, target, stops, options),
    createPlanOnce: (...args) => createPlanOnce(connection, ...args),
    createRoutesOnce: (...args) => createRoutesOnce(connection, ...args),
    createVehiclesOnce: (...args) => createVehiclesOnce(connection, ...args),
    createClientsOnce: (...args) => createClientsOnce(connection, ...args),
  }
}
