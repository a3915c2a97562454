// Each operation is described with an example: of the interface by hand, beyond it as the tests have called it.
import { ajvKeywords, describedParts, endpoints, openApi31 } from '@routewright/contract'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { describeOperations } from './described-operations.ts'

const operations = describeOperations()

interface Part {
  content?: Record<string, { schema: object; example?: unknown }>
}
interface Described {
  requestBody?: Part
  responses: Record<string, Part>
}

test('there are as many operations in the contract as are described, and as have an example of their JSON', () => {
  expect(operations).toHaveLength(endpoints.length)
  const counted = describedParts.map((part) => {
    const { paths } = openApi31(operations, { baseUrl: 'https://routes.example.com', part })
    const own = operations.filter((operation) => part.holds(operation))
    const withJson = own.filter(({ response }) => Object.values(response).some((schema) => schema !== null))
    return {
      path: part.path,
      declared: own.length,
      described: Object.values(paths).flatMap((methods) => Object.keys(methods)).length,
      lacking: withJson
        .filter(({ examples }) => examples?.response === undefined)
        .map(({ operationId }) => operationId),
    }
  })
  expect(counted).toEqual(counted.map((one) => ({ ...one, described: one.declared, lacking: [] })))
  expect(counted.reduce((sum, { described }) => sum + described, 0)).toBe(endpoints.length)
})

test('no example holds a key, a token or an address of the machine that it was recorded on', () => {
  const beyond = operations.filter(({ visibility }) => visibility === 'internal')
  const text = JSON.stringify(beyond.map(({ examples }) => examples))
  expect(text).not.toMatch(/api_key_(?!of_the_example|…)\w{12}|127\.0\.0\.1|localhost|eyJ[A-Za-z0-9_-]{20}/)
})

describe.each(describedParts)('$path', (part) => {
  const document = JSON.parse(JSON.stringify(openApi31(operations, { baseUrl: 'https://routes.example.com', part })))
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  formats.default(ajv)
  for (const keyword of ajvKeywords) ajv.addKeyword({ ...keyword })
  ajv.addSchema({ $id: 'doc', ...document })

  test('every example fits its schema', () => {
    const wrong: string[] = []
    for (const { path, method, operationId } of operations.filter((endpoint) => part.holds(endpoint))) {
      const { requestBody, responses }: Described = document.paths[path][method.toLowerCase()]
      const places: Record<string, Part> = { body: requestBody ?? {}, ...responses }
      for (const [place, { content }] of Object.entries(places)) {
        const json = content?.['application/json']
        if (json?.example === undefined) continue
        const schema: object = JSON.parse(JSON.stringify(json.schema).replaceAll('"#/', '"doc#/'))
        if (!ajv.validate(schema, json.example)) wrong.push(`${operationId} ${place}: ${ajv.errorsText()}`)
      }
    }
    expect(wrong).toEqual([])
  })
})
