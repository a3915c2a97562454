// Checks what an assistant sent against the schema of its tool; a refusal names the field and its limit.
import { ajvKeywords, explainViolation } from '@routewright/contract'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { type Tool, ToolRefusal } from './tool.ts'

/** Throws ToolRefusal. */
export type CheckInput = (tool: Tool, input: object) => void

/** Schemas are compiled when their tool is called first. */
export function createInputCheck(): CheckInput {
  const ajv = new Ajv2020({ strict: false, allowUnionTypes: true })
  ;(formats as unknown as (ajv: Ajv2020) => void)(ajv)
  for (const keyword of ajvKeywords) ajv.addKeyword(keyword as never)
  const compiled = new Map<string, ValidateFunction>()
  return (tool, input) => {
    const check = compiled.get(tool.name) ?? ajv.compile(exactSchema(tool))
    compiled.set(tool.name, check)
    if (!check(input)) throw getRefusal(tool, check)
  }
}

/** Returns a schema that refuses undeclared fields: an assistant that guesses a field must learn that it had no effect. */
export function exactSchema({ input }: Tool) {
  return { ...input, additionalProperties: false }
}

function getRefusal(tool: Tool, { errors }: ValidateFunction): ToolRefusal {
  const violation = errors![0]!
  const { additionalProperty: unknown } = violation.params as { additionalProperty?: string }
  if (unknown !== undefined && violation.instancePath === '') {
    const fields = Object.keys(tool.input.properties).join(', ')
    return new ToolRefusal(`${unknown.slice(0, 60)}: ${tool.name} has no such field; it has ${fields}`)
  }
  const general = 'highway.validation.error.invalid_payload'
  const codes = { whole: 'input', general, malformedId: general } as const
  const { place, reason, message_id } = explainViolation(exactSchema(tool) as never, violation, codes)
  const which = unknown === undefined ? '' : ` (${unknown.slice(0, 60)})`
  return new ToolRefusal(`${place}: ${reason}${which}`, message_id)
}
