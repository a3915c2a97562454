// docs/limits.md: lengths, counts, sizes and rates for every field and operation with a limit or a default.

import { endpoints } from '../all-endpoints.ts'
import { collectComponents, componentName, type JsonSchema, plain } from '../describe/components.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'
import { bodyBytes } from '../limits.ts'
import { CONTRACT_SCRIPT, code, page, table } from './markdown.ts'

export function limitsPage(): string {
  const all: readonly Endpoint[] = endpoints
  const records = [...collectComponents(all.map((endpoint) => ({ ...endpoint, response: {} })))]
  return page(
    CONTRACT_SCRIPT,
    'Limits',
    'What is longer, more or larger than this is refused with 400, and what comes more often with 429. Ids have 24 characters.',
    '## Records that are sent',
    table(
      ['Record', 'Limits', 'Fields'],
      records.flatMap(([name, schema]) => listRows(name, schema)),
    ),
    '## Parameters and bodies of operations',
    table(
      ['Operation', 'Limits', 'Fields'],
      all.flatMap(({ operationId, query, body }) => [
        ...(query ? listRows(operationId, plain(query)) : []),
        ...(body && componentName(plain(body)) === undefined ? listRows(operationId, plain(body)) : []),
      ]),
    ),
    '## Operations that may be called less often than others, or with larger bodies',
    table(['Operation', 'Calls a minute', 'Bytes of a body'], all.flatMap(describeOperation)),
  )
}

function describeOperation({ operationId, ratePerMinute, maxBodyBytes }: Endpoint): string[][] {
  const largest = maxBodyBytes === bodyBytes.other ? undefined : maxBodyBytes
  if (ratePerMinute === undefined && largest === undefined) return []
  return [[operationId, formatNumber(ratePerMinute), formatNumber(largest)]]
}

/** Stated once for all ids. */
const limitsOfIds = '24 characters'

/** Lists the limits within a schema, with their fields; named schemas are listed separately. */
function listRows(owner: string, schema: JsonSchema): string[][] {
  const fields = new Map<string, Set<string>>()
  const visit = (part: JsonSchema, path: string) => {
    const limits = describeLimits(part)
    if (limits !== '' && limits !== limitsOfIds) {
      fields.set(limits, (fields.get(limits) ?? new Set()).add(code(path || 'itself')))
    }
    for (const [name, child] of Object.entries((part.properties ?? {}) as Record<string, JsonSchema>)) {
      visitInner(child, path ? `${path}.${name}` : name)
    }
    for (const child of listInner(part, ['items', 'prefixItems', 'additionalProperties']))
      visitInner(child, `${path}[]`)
    for (const child of listInner(part, ['anyOf', 'oneOf', 'allOf'])) visitInner(child, path)
  }
  const visitInner = (part: JsonSchema, path: string) => {
    if (componentName(part) === undefined) visit(part, path)
  }
  visit(schema, '')
  return [...fields].map(([limits, own]) => [owner, limits, [...own].join(', ')])
}

/** The schemas under these keywords, alone or in a list. */
function listInner(schema: JsonSchema, keywords: readonly string[]): JsonSchema[] {
  const found = keywords.flatMap((keyword) => schema[keyword] ?? [])
  return found.filter((part): part is JsonSchema => typeof part === 'object' && part !== null)
}

/** Limits of one schema in words: "1 to 500 characters"; empty without limits. */
function describeLimits(schema: JsonSchema): string {
  const ranges = [
    describeRange(schema.minimum, schema.maximum, ''),
    describeRange(schema.minLength, schema.maxLength, ' characters'),
    describeRange(schema.minItems, schema.maxItems, ' entries'),
    describeRange(schema.minProperties, schema.maxProperties, ' fields'),
    schema.exclusiveMinimum === undefined ? '' : `more than ${formatNumber(schema.exclusiveMinimum)}`,
    schema.exclusiveMaximum === undefined ? '' : `less than ${formatNumber(schema.exclusiveMaximum)}`,
    schema.multipleOf === undefined ? '' : `in steps of ${formatNumber(schema.multipleOf)}`,
    schema.default === undefined ? '' : `default ${JSON.stringify(schema.default)}`,
  ]
  return ranges.filter(Boolean).join(', ')
}

function describeRange(least: unknown, most: unknown, unit: string): string {
  if (least !== undefined && most !== undefined) {
    return least === most ? `${formatNumber(least)}${unit}` : `${formatNumber(least)} to ${formatNumber(most)}${unit}`
  }
  if (most !== undefined) return `at most ${formatNumber(most)}${unit}`
  return least === undefined ? '' : `at least ${formatNumber(least)}${unit}`
}

function formatNumber(value: unknown): string {
  return typeof value === 'number' ? value.toLocaleString('en-US', { maximumFractionDigits: 10 }) : ''
}
