// Reads a paginated list to its end, one record after another.

import type { Operations, StopSearch } from './generated/wire.ts'
import { type CallOptions, type ConnectionOptions, type OperationId, send } from './send.ts'

/** Operations that return a page of records. */
export type PagedOperation = {
  [Id in OperationId]: Operations[Id]['answer'] extends { docs: readonly unknown[] } ? Id : never
}[OperationId]

export type RecordOf<Id extends PagedOperation> = Operations[Id]['answer']['docs'][number]

/**
 * Yields every record, page by page (`limit` of the input is the size of a page, 200 by default). Unless another order is requested, the
 * oldest come first: records created meanwhile then join the end, and none is seen twice.
 */
export async function* iterate<Id extends PagedOperation>(
  connection: ConnectionOptions,
  operation: Id,
  input: Operations[Id]['input'],
  options: CallOptions = {},
): AsyncGenerator<RecordOf<Id>, void, undefined> {
  let offset = getPage(operation, input).offset ?? 0
  while (true) {
    const page = await send(connection, operation, inputAt(operation, input, offset), options)
    yield* page.docs as RecordOf<Id>[]
    offset += page.docs.length
    if (page.docs.length === 0 || offset >= page.total) return
  }
}

interface PageInput {
  offset?: number
  limit?: number
}

const pageSize = 200

function inputAt<Id extends PagedOperation>(operation: Id, input: Operations[Id]['input'], offset: number) {
  const limit = getPage(operation, input).limit ?? pageSize
  if (operation !== 'searchStops') return { sort: 'created_at:asc', ...input, limit, offset }
  const { body } = input as Operations['searchStops']['input']
  const pinned: StopSearch = { sort_by: 'created_at', sort_direction: 'asc', ...body, limit, offset }
  return { ...input, body: pinned }
}

/** The stop search takes its page in the body, all others in the query. */
function getPage(operation: PagedOperation, input: object): PageInput {
  return (operation === 'searchStops' ? (input as { body?: PageInput }).body : (input as PageInput)) ?? {}
}
