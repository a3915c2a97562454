// From a declared schema: the smallest value that it takes, and every way to break one of its rules at one place.
import { ajvKeywords } from '@routewright/contract'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'

export type Schema = Readonly<Record<string, unknown>>

/** A whole value with one mistake in it. */
export interface Mistake {
  value: unknown
  /** Keys from the root to what is wrong. */
  keys: string[]
  /** Rule that was broken: type, required, minimum … */
  rule: string
  /** The message_id that the declaration gives to it, if it is not the general one. */
  messageId?: string
}

const ajv = new Ajv2020({ strict: false, allowUnionTypes: true })
;(formats as unknown as (ajv: Ajv2020) => void)(ajv)
for (const keyword of ajvKeywords) ajv.addKeyword(keyword as never)

const compiled = new WeakMap<object, (value: unknown) => boolean>()

export function isValid(schema: Schema, value: unknown): boolean {
  let validate = compiled.get(schema)
  if (!validate) {
    validate = ajv.compile(schema) as (value: unknown) => boolean
    compiled.set(schema, validate)
  }
  return validate(value)
}

/** The smallest value that the schema takes; `{}` is tried before anything longer. */
export function getSample(schema: Schema): unknown {
  const branch = mainBranch(schema)
  if (branch.const !== undefined) return branch.const
  if (branch.enum) return (branch.enum as unknown[])[0]
  switch (mainType(branch)) {
    case 'object': {
      if (branch['x-pause']) return { start: 1, end: 3, duration: 2 }
      const properties = (branch.properties ?? {}) as Record<string, Schema>
      const fewest = Object.keys(properties).slice(0, Number(branch.minProperties ?? 0))
      const required = (branch.required ?? fewest) as string[]
      return Object.fromEntries(required.map((name) => [name, getSample(properties[name]!)]))
    }
    case 'array': {
      if (branch['x-ring'])
        return [
          [9, 47],
          [10, 47],
          [10, 48],
          [9, 47],
        ]
      const items = Array.from({ length: Number(branch.minItems ?? 0) }, () => getSample(branch.items as Schema))
      return branch['x-ascending-pair'] ? [1, 2] : items
    }
    case 'integer':
    case 'number':
      return Math.max(Number(branch.minimum ?? 1), Math.min(1, Number(branch.maximum ?? 1)))
    case 'boolean':
      return true
    default:
      return sampleText(branch)
  }
}

function sampleText(schema: Schema): string {
  const candidates = [
    '65a000000000000000000001',
    '2026-01-31T08:00:00.000Z',
    '2026-01-31',
    '2026-01-31/28800-36000',
    'EUR',
    '1234',
    '000000',
    '#3366ff',
    'address',
    'text',
    'a@b.test',
    'https://b.test',
    'openid',
    '/page',
    'b.test',
    `SHA256:${'a'.repeat(43)}`,
    // Keys of a device that is alerted, in base64url.
    'A'.repeat(87),
    'A'.repeat(22),
  ]
  const found = candidates.find((text) => isValid(schema, text))
  if (found === undefined) throw new Error(`No text fits ${JSON.stringify(schema)}.`)
  return found
}

/** Every mistake at every place, each in an otherwise valid value. */
export function listMistakes(schema: Schema): Mistake[] {
  const mistakes: Mistake[] = []
  walk(schema, (value) => value, [], [], mistakes)
  return mistakes
}

type Put = (value: unknown) => unknown

function walk(schema: Schema, put: Put, keys: string[], path: Schema[], mistakes: Mistake[]): void {
  const branch = mainBranch(schema)
  const trail = [...path, schema, ...(branch === schema ? [] : [branch])]
  for (const { rule, value } of brokenRules(schema, branch)) {
    mistakes.push({ value: put(value), keys, rule, messageId: declaredCode(trail, rule) })
  }
  if (schema['x-json-limits']) return
  if (mainType(branch) === 'object') {
    const properties = (branch.properties ?? {}) as Record<string, Schema>
    const whole = getSample(branch) as Record<string, unknown>
    for (const name of (branch.required ?? []) as string[]) {
      const { [name]: _, ...rest } = whole
      const code = declaredCode([...trail, properties[name]!], 'required')
      mistakes.push({ value: put(rest), keys: [...keys, name], rule: 'required', messageId: code })
    }
    // All-or-none fields must all be there, or their absence is reported first.
    const together = (branch['x-all-or-none'] ?? []) as string[]
    const present = Object.fromEntries(together.map((name) => [name, getSample(properties[name]!)]))
    for (const [name, property] of Object.entries(properties)) {
      const partners = together.includes(name) ? present : {}
      walk(property, (value) => put({ ...whole, ...partners, [name]: value }), [...keys, name], trail, mistakes)
    }
  }
  if (mainType(branch) === 'array' && branch.items) {
    const rest = (getSample(branch) as unknown[]).slice(1)
    walk(branch.items as Schema, (value) => put([value, ...rest]), [...keys, '0'], trail, mistakes)
  }
}

/** Values that break exactly this schema's own rules. */
function brokenRules(schema: Schema, branch: Schema): { rule: string; value: unknown }[] {
  const broken: { rule: string; value: unknown }[] = []
  const wrongType = ['text', 42, true, { wrong: true }, [['wrong']]].find((value) => !isValid(schema, value))
  const isTyped = branch.type !== undefined || branch.not !== undefined || schema.anyOf !== undefined
  if (isTyped && wrongType !== undefined) broken.push({ rule: 'type', value: wrongType })
  const add = (rule: string, value: unknown) => broken.push({ rule, value })
  if (branch.enum) add('enum', 'no such word')
  else if (branch.pattern) add('pattern', '!'.repeat(Math.max(1, Number(branch.minLength ?? 1))))
  if (typeof branch.minLength === 'number' && branch.minLength > 0 && !branch.pattern) add('minLength', '')
  if (typeof branch.maxLength === 'number' && branch.maxLength <= 20_000 && !branch.pattern && !branch.enum) {
    add('maxLength', 'x'.repeat(branch.maxLength + 1))
  }
  if (typeof branch.minimum === 'number') add('minimum', branch.minimum - 1)
  if (typeof branch.maximum === 'number') add('maximum', branch.maximum + 1)
  if (mainType(branch) === 'integer') add('type', 1.5)
  if (branch['x-calendar']) add('x-calendar', '2026-02-30')
  if (branch['x-ascending-pair']) add('x-ascending-pair', [2, 1])
  if (branch['x-pause']) add('x-pause', { start: 1, end: 3, duration: 4 })
  return broken.filter(({ value }) => !isValid(schema, value))
}

/** The schema that says what a value is made of: the first alternative that is not null. */
function mainBranch(schema: Schema): Schema {
  const branches = schema.anyOf as Schema[] | undefined
  if (!branches) return schema
  return branches.find((branch) => mainType(branch) === 'object') ?? branches.find((branch) => branch.type !== 'null')!
}

function mainType(schema: Schema): string | undefined {
  return ([schema.type].flat() as (string | undefined)[]).find((type) => type !== 'null')
}

/** Returns the declared code: that of the keyword nearest to the mistake, else that of the nearest part. */
function declaredCode(trail: readonly Schema[], rule: string): string | undefined {
  const ofKeywords = trail.map((schema) => (schema['x-message-ids'] as Record<string, string> | undefined)?.[rule])
  const ofParts = trail.map((schema) => schema['x-message-id'] as string | undefined)
  return ofKeywords.findLast((code) => code) ?? ofParts.findLast((code) => code)
}
