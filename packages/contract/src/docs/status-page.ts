// docs/status.md: the declared operations without a handler; the server generates it from the operations it mounts.
import { endpoints } from '../all-endpoints.ts'
import { code, page, table } from './markdown.ts'

const script = 'apps/server/scripts/generate-status.ts'

/** The page, given the operations with a handler. Throws when one of them is not declared. */
export function statusPage(implemented: Iterable<string>): string {
  const mounted = new Set(implemented)
  const unknown = [...mounted].filter((operationId) => !endpoints.some((known) => known.operationId === operationId))
  if (unknown.length > 0) throw new Error(`not declared in the contract: ${unknown.join(', ')}`)
  const missing = endpoints.filter(({ operationId }) => !mounted.has(operationId))
  const done = `${mounted.size} of ${endpoints.length} declared operations have a handler.`
  if (missing.length === 0) return page(script, 'Status', done)
  const rows = missing.map(({ operationId, method, path, visibility }) => [
    operationId,
    code(`${method} ${path}`),
    visibility,
  ])
  const note = 'These answer 404 `highway.api.error.not_found` until their part is built. The list only shrinks.'
  return page(script, 'Status', done, note, table(['Operation', 'Path', 'Visibility'], rows))
}
