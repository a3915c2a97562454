// How an operation is called: as a curl command and with the TypeScript client, from the example of its declaration.
import { type Endpoint, pathIds, pathParameters } from '@routewright/contract'

/** Before the examples in TypeScript. */
export const clientPreamble = `import { createRoutewright } from '@routewright/client'

const client = createRoutewright({
  baseUrl: process.env.ROUTEWRIGHT_URL!,
  privateKey: process.env.ROUTEWRIGHT_KEY!,
})`

/** Values of the path's parameters: each follows the kind of record that it names, /v2/plan/{id}; others are left to the reader. */
function pathValues({ path }: Endpoint): Record<string, string> {
  const segments = path.split('/')
  return Object.fromEntries(
    pathParameters(path).map((name) => {
      const kind = segments[segments.indexOf(`{${name}}`) - 1] ?? ''
      return [name, pathIds[kind] ?? `$${name.toUpperCase()}`]
    }),
  )
}

/** Query parameter and header that show who calls. */
const shownBy: Record<Endpoint['auth'], { query?: string; header?: string }> = {
  api_key: { query: 'private_key=$ROUTEWRIGHT_KEY' },
  session: { header: '-H "cookie: $ROUTEWRIGHT_COOKIE"' },
  admin: { query: 'private_key=$ROUTEWRIGHT_ADMIN_SECRET' },
  driver: { header: '-H "authorization: Bearer $LINK_TOKEN"' },
  tracking: {},
  none: {},
}

export function curlExample(endpoint: Endpoint): string {
  const { method, path, auth, examples, upload } = endpoint
  const values = pathValues(endpoint)
  const credential = shownBy[auth]
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => values[name]!)
  const query = Object.entries(examples?.query ?? {}).map(
    ([name, value]) => `${name}=${encodeURIComponent(String(value))}`,
  )
  const asked = [...query, ...(credential.query ? [credential.query] : [])].join('&')
  const address = `"$ROUTEWRIGHT_URL${filled}${asked && `?${asked}`}"`
  const lines = [`curl${method === 'GET' ? '' : ` -X ${method}`} ${address}`]
  if (credential.header) lines.push(credential.header)
  if (upload) lines.push("-F 'file=@photo.jpg'")
  else if (examples?.body !== undefined) {
    lines.push("-H 'content-type: application/json'")
    lines.push(`-d '${JSON.stringify(examples.body, null, 2).replaceAll("'", "'\\''")}'`)
  }
  return lines.join(' \\\n  ')
}

/** Initial state of the console: the URL with its parameters, and the example's values. */
export function consoleExample(endpoint: Endpoint) {
  const { method, path, query, examples, upload } = endpoint
  const body = examples?.body === undefined ? undefined : JSON.stringify(examples.body, null, 2)
  const values = { ...pathValues(endpoint), ...examples?.query }
  const takesBody = endpoint.body !== undefined
  return { method, path, query: Object.keys(query?.properties ?? {}), values, body, takesBody, upload: upload ?? false }
}

export function clientExample(endpoint: Endpoint): string {
  const { operationId, examples, upload } = endpoint
  const input = {
    ...pathValues(endpoint),
    ...examples?.query,
    ...(examples?.body === undefined ? {} : { body: examples.body }),
  }
  const literal = upload
    ? getLiteral(input, '').replace(/\n}$/, `\n  file: await openAsBlob('photo.jpg'),\n}`)
    : getLiteral(input, '')
  const answer = Object.values(endpoint.response).some((schema) => schema !== null) ? 'const answer = ' : ''
  const imported = upload ? `import { openAsBlob } from 'node:fs'\n\n` : ''
  return `${imported}${answer}await client.${operationId}(${literal === '{}' ? '' : literal})`
}

/** A value as a person would write it: names without quotes, short things on one line. */
function getLiteral(value: unknown, indent: string): string {
  if (typeof value === 'string')
    return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const inner = `${indent}  `
  const parts = Array.isArray(value)
    ? value.map((item) => getLiteral(item, inner))
    : Object.entries(value).map(
        ([name, item]) => `${/^[a-z_$][\w$]*$/i.test(name) ? name : `'${name}'`}: ${getLiteral(item, inner)}`,
      )
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  if (parts.length === 0) return `${open}${close}`
  const short = Array.isArray(value) ? `[${parts.join(', ')}]` : `{ ${parts.join(', ')} }`
  // The call's own object is always written in lines.
  if (indent !== '' && short.length + indent.length <= 60 && !short.includes('\n')) return short
  return `${open}\n${parts.map((part) => `${inner}${part},`).join('\n')}\n${indent}${close}`
}
