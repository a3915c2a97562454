// The exchange as used by our own applications: any operation, public or internal, typed by the contract. The types vanish in the build;
// operations are the constants of `@routewright/client/operations`. Not published.
import type { BodyOf, EndpointOf, OperationId, ParamsOf, QueryInputOf, ResponseOf } from '@routewright/contract'
import * as http from './exchange.ts'

export type { ChangedBy, Connection, Exchanged, Failure, ReceivedFile } from './exchange.ts'
export { getPath } from './exchange.ts'

type OperationOf<Id extends OperationId> = `${EndpointOf<Id>['method']} ${EndpointOf<Id>['path']}`
/** Operations that can be called, such as `GET /v2/plans`. */
export type Operation = { [Id in OperationId]: OperationOf<Id> }[OperationId]
type IdOf<Called extends Operation> = { [Id in OperationId]: OperationOf<Id> extends Called ? Id : never }[OperationId]

type BodyPart<Id extends OperationId> =
  EndpointOf<Id> extends { upload: true }
    ? { file: Blob }
    : EndpointOf<Id> extends { bodyOptional: true }
      ? { body?: BodyOf<Id> }
      : EndpointOf<Id> extends { body: unknown }
        ? { body: BodyOf<Id> }
        : Record<never, never>

type Parameters<Id extends OperationId> = ParamsOf<Id> & QueryInputOf<Id>
type Input<Id extends OperationId> = Parameters<Id> & BodyPart<Id>

/** Input of a call: path and query parameters, and `body` or `file`, in one object. */
export type InputOf<Called extends Operation> = Input<IdOf<Called>>
/** Parameters in its address. */
export type ParametersOf<Called extends Operation> = Parameters<IdOf<Called>>
/** Result of a call. */
export type AnswerOf<Called extends Operation> = ResponseOf<IdOf<Called>>

/** Calls once and returns the outcome. Throws only the reason of the signal. */
export function exchange<Called extends Operation>(
  connection: http.Connection,
  operation: Called,
  input: InputOf<Called>,
  options?: http.ExchangeOptions,
): Promise<http.Exchanged<AnswerOf<Called>>> {
  return http.exchange(connection, operation, input as http.Input, options)
}

/** The address of an operation on the server that the page came from: for links and pictures. */
export function getAddress<Called extends Operation>(operation: Called, parameters: ParametersOf<Called>): string {
  return http.getAddress({}, operation, parameters as http.Input)
}

/** Opens a stream of server-sent events; the browser reconnects automatically. */
export function openStream<Called extends Operation>(operation: Called, parameters: ParametersOf<Called>): EventSource {
  return new EventSource(getAddress(operation, parameters))
}
