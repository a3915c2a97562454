// Notes calls of the tests and their responses, from which `choose-examples.ts` chooses the examples of the descriptions.
import { randomBytes } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { endpoints, pathParameters } from '@routewright/contract'

export interface RecordedCall {
  operationId: string
  query: Record<string, string>
  body: unknown
  response: unknown
}

/** Larger ones are shortened; those that still are larger explain nothing. */
const mostCharacters = 20_000

const paths = endpoints
  .filter(({ visibility, produces }) => visibility === 'internal' && produces === undefined)
  .map(({ operationId, method, path }) => {
    const literal = path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')
    return { operationId, method, pattern: new RegExp(`^${literal}$`), open: pathParameters(path).length }
  })
  // `/app/v1/addresses/locate` before `/app/v1/addresses/{id}`.
  .sort((a, b) => a.open - b.open)

const file = `${randomBytes(8).toString('hex')}.jsonl`

/** Appends the call to a file of the folder that ROUTEWRIGHT_EXAMPLES names. Without that setting nobody wants to know. */
export function noteExample(method: string, url: URL, body: unknown, response: unknown): void {
  const folder = process.env.ROUTEWRIGHT_EXAMPLES
  if (!folder) return
  const found = paths.find((path) => path.method === method && path.pattern.test(url.pathname))
  if (!found) return
  const { private_key: _, ...query } = Object.fromEntries(url.searchParams)
  const call: RecordedCall = { operationId: found.operationId, query, body, response }
  const whole = JSON.stringify(call)
  const line = whole.length <= mostCharacters ? whole : JSON.stringify({ ...call, response: shorten(response) })
  if (line.length <= mostCharacters) appendFileSync(join(folder, file), `${line}\n`)
}

/** A long response by the first entry of each list, and the first words of its texts. */
function shorten(value: unknown): unknown {
  if (typeof value === 'string') return value.length > 200 ? `${value.slice(0, 200)}…` : value
  if (Array.isArray(value)) return value.slice(0, 1).map(shorten)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shorten(part)]))
}
