// Chooses an example for each operation beyond the interface from the calls that tests have recorded:
//   mkdir /tmp/calls && ROUTEWRIGHT_EXAMPLES=/tmp/calls npm test -- --project=server-pglite
//   node apps/server/scripts/choose-examples.ts /tmp/calls
// Operations that were not called keep the example they have, so the tests of a new one are enough.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ajvKeywords, endpoints } from '@routewright/contract'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { TObject } from 'typebox'
import type { RecordedCall } from '../test/recorded-examples.ts'

const [folder] = process.argv.slice(2)
if (!folder) throw new Error('usage: choose-examples.ts FOLDER')

/** A response of about this length shows most and is still read. */
const bestCharacters = 1_200

const calls = readdirSync(folder).flatMap((name) =>
  readFileSync(join(folder, name), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line): RecordedCall => JSON.parse(line)),
)
const ajv = new Ajv2020({ strict: false })
formats.default(ajv)
for (const keyword of ajvKeywords) ajv.addKeyword({ ...keyword })

const target = new URL('../src/frame/http/recorded-examples.json', import.meta.url)
const kept: Partial<Record<string, Partial<Omit<RecordedCall, 'operationId'>>>> = JSON.parse(
  readFileSync(target, 'utf8'),
)

const examples = endpoints.flatMap(
  ({ operationId, response: responses, body: input, query: parameters, examples: declared }) => {
    // The example is shown with the first status.
    const [output] = Object.values(responses)
    const fits = (schema: object | null | undefined, value: unknown) =>
      !schema || value === undefined || ajv.validate(schema, value)
    const own = calls
      .filter((call) => call.operationId === operationId)
      .map(readable)
      .filter(
        ({ body, response }) => fits(input, body) && fits(output, response) && (!output || response !== undefined),
      )
    const [best] = own.toSorted((a, b) => distance(a) - distance(b) || (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
    if (declared?.response !== undefined) return []
    const chosen = best ?? kept[operationId]
    if (!chosen) return []
    const { body, response } = chosen
    const query = readQuery(parameters, chosen.query ?? {})
    const example = {
      ...(Object.keys(query).length > 0 && { query }),
      ...(body !== undefined && { body }),
      ...(response !== undefined && { response }),
    }
    return [{ operationId, example }]
  },
)
// A line for each operation.
const lines = examples.map(({ operationId, example }) => `${JSON.stringify(operationId)}: ${JSON.stringify(example)}`)
writeFileSync(target, `{\n${lines.join(',\n')}\n}\n`)
console.log(`${examples.length} examples of ${calls.length} calls`)

/** The query as its schema has it: an address holds texts only, and numbers are shown as numbers. */
function readQuery(parameters: TObject | undefined, query: Record<string, unknown>): Record<string, unknown> {
  const read = ([name, value]: [string, unknown]): [string, unknown] => {
    const { type } = { type: undefined, ...parameters?.properties[name] }
    if (type === 'integer' || type === 'number') return [name, Number(value)]
    return [name, type === 'boolean' ? String(value) === 'true' : value]
  }
  return Object.fromEntries(Object.entries(query).map(read))
}

function distance({ response, body }: RecordedCall): number {
  const length = (JSON.stringify(response) ?? '').length + (JSON.stringify(body) ?? '').length
  return Math.abs(length - bestCharacters)
}

/** The call with ids, tokens and addresses that are the same in every run, and that open nothing. */
function readable({ operationId, ...call }: RecordedCall): RecordedCall {
  const ids = new Map<string, string>()
  const idFor = (id: string) => {
    const known = ids.get(id) ?? `691ef3b0${(ids.size + 1).toString(16).padStart(16, '0')}`
    ids.set(id, known)
    return known
  }
  const text = JSON.stringify(call)
    .replace(/https?:\/\/(127\.0\.0\.1|localhost)(:\d+)?/g, 'https://routes.example.com')
    .replace(/127\.0\.0\.1(%3A\d+)?/g, 'accounts.example.com')
    .replace(/\b(?:\d{1,3}\.){3}\d{1,3}\b/g, '192.0.2.1')
    .replace(/(?<=")(?!data:)[A-Za-z0-9_+/=-]{32,}(?=")/g, (secret) => 'Example'.repeat(40).slice(0, secret.length))
    .replace(/eyJ[\w.-]{20,}/g, 'a.signed.token')
    .replace(/(?<=\/)[A-Za-z0-9_-]{20,}(?=["/?])/g, (part) => (/^[0-9a-f]{24}$/.test(part) ? part : 'TOKEN'))
    .replace(/\b[0-9a-f]{8}\.[\w-]{60,}/g, 'a.sealed.request')
    .replace(/(assistant_code)_\w+/g, '$1_of_the_example')
    .replace(/api_key_\w+/g, 'api_key_of_the_example')
    .replace(/\b[0-9a-f]{24}\b/g, idFor)
  return { operationId, ...JSON.parse(text) }
}
