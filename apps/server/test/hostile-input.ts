// Makes hostile requests out of the declarations: every parameter and every field of every body gets what it should not.
import type { Endpoint } from '@routewright/contract'

type Schema = Readonly<Record<string, unknown>>

export interface HostileRequest {
  method: string
  path: string
  query: [name: string, value: string][]
  /** JSON text, or undefined for none. */
  body: string | undefined
}

const deep = (levels: number): unknown => (levels === 0 ? 1 : { a: deep(levels - 1) })

const hostileValues: unknown[] = [
  null,
  true,
  0,
  -1,
  0.5,
  1e308,
  -1e308,
  2 ** 31,
  2 ** 53,
  9_999_999_999_999,
  '',
  ' ',
  '0',
  'null',
  'a'.repeat(501),
  'ü'.repeat(10_001),
  'a\u0000b',
  '\ud800',
  "'; drop table stops; --",
  '%_\\',
  '<script>alert(1)</script>',
  '{"a":1}',
  '2026-02-30',
  '999999-12-31T23:59:59Z',
  '2026-01-31T08:00:00.000Z',
  '-000001-01-01T00:00:00Z',
  '65a000000000000000000001',
  '65A000000000000000000001',
  [],
  [null],
  [[]],
  [[1, 2]],
  [3, 1],
  [1, 1e18],
  ['a', 'a'],
  {},
  { id: 5 },
  { lat: 91, lng: 0 },
  { lat: '1', lng: null },
  deep(19),
  deep(45),
  deep(200),
  Array.from({ length: 10_001 }, () => 'x'),
]

const hostileTexts = [
  '',
  ' ',
  '0',
  '-1',
  '1e9',
  '99999999999999999999',
  'NaN',
  'true',
  'null',
  'undefined',
  '[]',
  '{}',
  "' or 1=1 --",
]
  .concat([
    '%',
    '\u0000',
    '\ud800',
    'a'.repeat(11_000),
    '65a000000000000000000001',
    'created_at:desc',
    'created_at:desc,id:up',
    'x:asc',
  ])
  .concat(['2026-13-45', '2026-03-02', '0001-01-01', '275760-09-14', '../..', '*', '\r\nX-Injected: 1'])

/** One hostile request to the endpoint; `ids` are ids that exist, by the name of the parameter, and `id` for the rest. */
export function createHostileRequest(
  endpoint: Endpoint,
  ids: Readonly<Record<string, string>>,
  random: () => number,
): HostileRequest {
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!
  const knownId = (name: string) => ids[`${endpoint.tag}.${name}`] ?? ids[name] ?? ids.id!
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    return random() < 0.85 ? knownId(name) : encodeURIComponent(wellFormed(pick(hostileTexts)).slice(0, 300) || 'x')
  })
  const query: [string, string][] = []
  const parameters = (endpoint.query?.properties ?? {}) as Record<string, Schema>
  for (const name of Object.keys(parameters)) {
    if (name.endsWith('_id') && random() < 0.8) query.push([name, knownId(name)])
    else if (random() < 0.25) query.push([name, wellFormed(pick(hostileTexts))])
    if (random() < 0.03) query.push([name, pick(['x', knownId(name)])])
  }
  return { method: endpoint.method, path, query, body: createHostileBody(endpoint, ids, random, pick) }
}

/** A query cannot hold half a surrogate pair; what URLSearchParams makes of it is hostile enough. */
function wellFormed(text: string): string {
  return text.toWellFormed()
}

function createHostileBody(
  endpoint: Endpoint,
  ids: Readonly<Record<string, string>>,
  random: () => number,
  pick: <T>(values: readonly T[]) => T,
): string | undefined {
  if (!endpoint.body) return random() < 0.1 ? '{"unexpected":1}' : undefined
  if (random() < 0.03)
    return pick(['', '{', 'null', '"text"', '5', '[]', '{}', '[[[[', '\u0000', '{"__proto__":{"a":1}}'])
  const schema = endpoint.body as unknown as Schema
  let body: unknown = structuredClone(endpoint.examples?.body) ?? plausible(schema, ids, random)
  const changes = Math.floor(random() * 4)
  for (let i = 0; i < changes; i++) {
    const place = choosePlace(endpoint.body as unknown as Schema, random)
    body = setAt(body, place, structuredClone(pick(hostileValues)))
  }
  return JSON.stringify(body)
}

/** Returns a value that the declaration accepts, so that the rules themselves are tested: all required parts, and some of the rest. */
function plausible(schema: Schema, ids: Readonly<Record<string, string>>, random: () => number, name = ''): unknown {
  const within = (entry: unknown, part = name) => plausible(entry as Schema, ids, random, part)
  if (Array.isArray(schema.anyOf)) return within(schema.anyOf[0])
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[Math.floor(random() * schema.enum.length)]
  switch ([schema.type].flat()[0]) {
    case 'object': {
      const required = (schema.required ?? []) as string[]
      const chosen = Object.entries((schema.properties ?? {}) as Record<string, Schema>).filter(
        ([part]) => required.includes(part) || random() < 0.3,
      )
      return Object.fromEntries(chosen.map(([part, own]) => [part, within(own, part)]))
    }
    case 'array':
      return [within(schema.items ?? {})]
    case 'boolean':
      return random() < 0.5
    case 'number':
    case 'integer':
      return Math.max(1, (schema.minimum as number | undefined) ?? 1)
    case 'string':
      if (schema.pattern === '^[0-9a-f]{24}$' || schema.minLength === 24) return ids[name] ?? ids.stop_id
      return schema.format === 'date-time' ? '2026-11-20T08:00:00.000Z' : (ids[name] ?? 'P1')
    default:
      return {}
  }
}

/** Walks down the schema at random and stops anywhere. */
function choosePlace(schema: Schema, random: () => number): (string | number)[] {
  const place: (string | number)[] = []
  let current: Schema | undefined = schema
  while (current) {
    const alternatives = current.anyOf as Schema[] | undefined
    if (alternatives) {
      current = alternatives[Math.floor(random() * alternatives.length)]
      continue
    }
    const properties = current.properties as Record<string, Schema> | undefined
    if (properties) {
      const names = Object.keys(properties)
      const name = names[Math.floor(random() * names.length)]
      if (name === undefined) break
      place.push(name)
      current = properties[name]
    } else if (current.items) {
      place.push(random() < 0.8 ? 0 : 1)
      current = current.items as Schema
    } else break
    if (random() < 0.25) break
  }
  return place
}

function setAt(root: unknown, place: readonly (string | number)[], value: unknown): unknown {
  if (place.length === 0) return value
  const [key, ...rest] = place as [string | number, ...(string | number)[]]
  const holder = (typeof root === 'object' && root !== null ? root : typeof key === 'number' ? [] : {}) as Record<
    string,
    unknown
  >
  holder[key as string] = setAt(holder[key as string], rest, value)
  return holder
}
