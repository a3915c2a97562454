// Holds what the service really says against its declaration, strictly: nothing missing, nothing of another type, nothing that is not named.
import { ajvKeywords, closedSchema, type EventId, eventSchemas } from '@routewright/contract'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'

const ajv = new Ajv2020({ strict: false, allErrors: true })
formats.default(ajv)
for (const keyword of ajvKeywords) ajv.addKeyword(keyword as Parameters<Ajv2020['addKeyword']>[0])

const compiled = new WeakMap<object, ValidateFunction>()

/** Returns a sentence for each violation of the schema, including fields that no schema names. */
export function undeclared(schema: object, value: unknown): string[] {
  const validate = compiled.get(schema) ?? ajv.compile(closedSchema(schema))
  compiled.set(schema, validate)
  if (validate(value)) return []
  return validate.errors!.map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  )
}

/** Throws when an event is not what the declaration of its kind promises, or carries what that does not name. */
export function requireDeclaredEvent(event: object): void {
  const delivered = JSON.parse(JSON.stringify(event)) as { event_id: EventId }
  const wrong = undeclared(eventSchemas[delivered.event_id], delivered)
  if (wrong.length > 0) throw new Error(`${delivered.event_id} carries what it does not declare: ${wrong.join('; ')}`)
}
