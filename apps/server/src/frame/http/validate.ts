// Compiles a declaration's schemas into readers of requests; every refusal names the path and the reason.
import {
  ajvKeywords,
  closedSchema,
  type Endpoint,
  explainViolation,
  type MessageId,
  messageIds,
} from '@routewright/contract'
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { FastifyRequest } from 'fastify'
import { type ApiError, apiError, invalidParameter } from '../platform/api-error.ts'
import { isStorable, type RawQuery } from './body.ts'

type Schema = Readonly<Record<string, unknown>>

/** Bodies are never coerced: null would become "" or 0. Undeclared fields are removed. */
const bodyAjv = createAjv({ removeAdditional: 'all' })
/** Query values are coerced by `readQuery`, which knows more than Ajv's rules; here defaults are filled in. */
const queryAjv = createAjv({ removeAdditional: 'all', useDefaults: true })
const outputAjv = createAjv({ allErrors: true })

/**
 * Creates Ajv without optimizing the function that it writes for each schema: that took twice as long as writing it, at the first
 * call of every operation, and saves half a millisecond in a call with a thousand stops.
 */
function createAjv(options: object): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, allowUnionTypes: true, code: { optimize: false }, ...options })
  ;(formats as unknown as (ajv: Ajv2020) => void)(ajv)
  for (const keyword of ajvKeywords) ajv.addKeyword(keyword as never)
  return ajv
}

/** The reader of an endpoint's path, query and body; throws the specified 400. */
export function compileInput(
  declared: Endpoint,
): (request: FastifyRequest) => { params: unknown; query: unknown; body: unknown } {
  const readParams = compilePart(queryAjv, declared.params, 'path', 'highway.validation.error.invalid_parameter')
  const checkQuery = compilePart(queryAjv, declared.query, 'query', 'highway.validation.error.invalid_parameter')
  const checkBody = compilePart(bodyAjv, declared.body, 'body', 'highway.validation.error.invalid_payload')
  return (request) => {
    const params = readParams({ ...(request.params as object) })
    const query = checkQuery(readQuery(declared.query as Schema | undefined, request.query as RawQuery))
    if (!declared.body) return { params, query, body: undefined }
    return { params, query, body: checkBody(request.body ?? (declared.bodyOptional ? {} : undefined)) }
  }
}

/** Returns the reader of one record of a body, for operations that get their records from other formats. Throws invalid_payload. */
export function compileBody(schema: object): (value: unknown) => unknown {
  return compilePart(bodyAjv, schema, 'body', 'highway.validation.error.invalid_payload')
}

function compilePart(ajv: Ajv2020, schema: unknown, whole: string, general: MessageId): (value: unknown) => unknown {
  if (schema === undefined) return () => ({})
  const getValidate = compileLater(ajv, schema as object)
  return (value) => {
    if (value === undefined) throw apiError(general, { place: whole, reason: 'is required' })
    const validate = getValidate()
    if (!validate(value)) throw refusal(schema as Schema, validate, whole, general)
    return value
  }
}

/** Compiles at the first call, because compiling all operations takes longer than the rest of a start. */
function compileLater(ajv: Ajv2020, schema: object): () => ValidateFunction {
  let compiled: ValidateFunction | undefined
  return () => {
    compiled ??= ajv.compile(schema)
    return compiled
  }
}

function refusal(schema: Schema, validate: ValidateFunction, whole: string, general: MessageId) {
  const violation = mostTelling(validate.errors!)
  const malformedId: MessageId = 'highway.validation.error.invalid_id'
  const { message_id, place, reason } = explainViolation(schema, violation, {
    whole,
    general,
    // In a body an id is a field like any other.
    malformedId: whole === 'body' ? general : malformedId,
  })
  return apiError(message_id, { place, reason })
}

/**
 * Returns the most informative error of an `anyOf`: the deepest one; among equally deep ones, that of the alternative whose type
 * was sent.
 */
function mostTelling(errors: readonly ErrorObject[]): ErrorObject {
  const isAboutType = ({ keyword }: ErrorObject) => keyword === 'type' || keyword === 'anyOf'
  return errors.reduce((best, error) => {
    if (error.instancePath.length !== best.instancePath.length) {
      return error.instancePath.length > best.instancePath.length ? error : best
    }
    return isAboutType(best) && !isAboutType(error) ? error : best
  })
}

/** Converts query texts to the types that the schema declares. Undeclared ones are left out, empty ones count as absent. */
function readQuery(schema: Schema | undefined, raw: RawQuery): Record<string, unknown> {
  const query: Record<string, unknown> = {}
  const properties = (schema?.properties ?? {}) as Record<string, Schema>
  for (const [name, property] of Object.entries(properties)) {
    const value = raw[name]
    if (value === undefined || value === '') continue
    query[name] = readParameter(name, property, value)
  }
  return query
}

function readParameter(name: string, schema: Schema, value: string | string[]): unknown {
  const refuse = (reason: string) => invalidParameter(name, reason)
  if (schema.type === 'array') {
    const items = Array.isArray(value) ? value : value.split(',')
    return items.map((item) => readScalar(schema.items as Schema, item, refuse))
  }
  if (Array.isArray(value)) throw refuse('must be given once')
  return readScalar(schema, value, refuse)
}

function readScalar(schema: Schema, text: string, refuse: (reason: string) => Error): unknown {
  if (!isStorable(text)) throw refuse('holds a character that cannot be stored')
  const types = [schema.type].flat()
  if (types.includes('integer') || types.includes('number')) {
    if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) && Number.isFinite(Number(text))) return Number(text)
    throw refuse(types.includes('integer') ? 'must be a whole number' : 'must be a number')
  }
  if (types.includes('boolean')) {
    if (/^(true|1)$/i.test(text)) return true
    if (/^(false|0)$/i.test(text)) return false
    throw refuse('must be true or false')
  }
  return text
}

/** For tests: throws when the declaration does not name the refusal. */
export function requireDeclaredRefusal(declared: Endpoint, { status, messageId }: ApiError): void {
  // Missing credentials, paths that are not served (those for older clients), and failures are described once for all operations.
  if (status === 401 || status >= 500 || messageId === 'highway.api.error.not_found') return
  if (messageIds(declared, status as 400).includes(messageId)) return
  throw new Error(`${declared.operationId} refuses with ${status} ${messageId}, which it does not declare`)
}

/** Cache by declared schema: Ajv compiles each object once for all servers of a test process. */
const closedSchemas = new WeakMap<object, object>()

function closedOnce(schema: object): object {
  const closed = closedSchemas.get(schema) ?? closedSchema(schema)
  closedSchemas.set(schema, closed)
  return closed
}

/** For tests: returns a function that throws when a response does not match the declaration. */
export function compileOutput(declared: Endpoint): (status: number, body: unknown) => void {
  const validators = new Map<number, () => ValidateFunction>()
  for (const [status, schema] of Object.entries(declared.response)) {
    if (schema) validators.set(Number(status), compileLater(outputAjv, closedOnce(schema as object)))
  }
  return (status, body) => {
    const validate = validators.get(status)?.()
    if (!(String(status) in declared.response)) throw new Error(`${declared.operationId} declares no status ${status}`)
    if (!validate || validate(JSON.parse(JSON.stringify(body)))) return
    throw new Error(
      `${declared.operationId} answers what it does not declare: ${outputAjv.errorsText(validate.errors)}`,
    )
  }
}
