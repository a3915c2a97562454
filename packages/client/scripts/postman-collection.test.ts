// The Postman collection against what its published form asks for, and against the interface.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endpoints } from '@routewright/contract'
import { Ajv } from 'ajv'
import { afterAll, expect, test } from 'vitest'

interface Request {
  method: string
  description: string
  url: {
    raw: string
    host: string[]
    path: string[]
    query: { key: string; disabled: boolean }[]
    variable: { key: string }[]
  }
  body?: { mode: string; raw: string }
}
interface Collection {
  info: { name: string; schema: string }
  item: { name: string; item: { name: string; request: Request }[] }[]
}

const folder = mkdtempSync(join(tmpdir(), 'routewright-postman-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = join(folder, 'collection.json')
execFileSync(process.execPath, [join(import.meta.dirname, 'write-postman.ts'), file])
const collection: Collection = JSON.parse(readFileSync(file, 'utf8'))
const requests = collection.item.flatMap(({ item }) => item.map(({ request }) => request))

/** Rules of form v2.1.0 for the parts that are used here, in our own words. */
const text = { type: 'string' }
const variable = { type: 'object', required: ['key'], properties: { key: text, value: text, description: text } }
const form = {
  type: 'object',
  required: ['info', 'item'],
  properties: {
    info: {
      type: 'object',
      required: ['name', 'schema'],
      properties: {
        name: text,
        schema: { const: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
      },
    },
    auth: {
      type: 'object',
      required: ['type', 'apikey'],
      properties: { type: { const: 'apikey' }, apikey: { type: 'array', items: variable } },
    },
    variable: { type: 'array', items: variable },
    item: {
      type: 'array',
      items: {
        type: 'object',
        required: ['name', 'item'],
        properties: {
          item: {
            type: 'array',
            minItems: 1,
            items: {
              type: 'object',
              required: ['name', 'request', 'response'],
              properties: {
                response: { type: 'array' },
                request: {
                  type: 'object',
                  required: ['method', 'url'],
                  properties: {
                    method: { enum: ['GET', 'POST', 'PUT', 'DELETE'] },
                    header: { type: 'array' },
                    url: {
                      type: 'object',
                      required: ['raw', 'host', 'path'],
                      properties: {
                        raw: text,
                        host: { type: 'array', items: text },
                        path: { type: 'array', items: text },
                        query: { type: 'array', items: variable },
                        variable: { type: 'array', items: variable },
                      },
                    },
                    body: { type: 'object', required: ['mode'], properties: { mode: { enum: ['raw', 'formdata'] } } },
                  },
                },
              },
            },
          },
        },
      },
    },
  },
}

test('has the published form', () => {
  const check = new Ajv({ allErrors: true }).compile(form)
  check(collection)
  expect(check.errors).toBeNull()
})

test('has every operation of the interface once', () => {
  const shown = endpoints.filter(({ visibility }) => visibility === 'public').map(({ operationId }) => operationId)
  expect(requests.map(({ description }) => description).toSorted()).toEqual(shown.toSorted())
  expect(requests).toHaveLength(63)
})

test('addresses each operation by its path, with a variable for each part of it that varies', () => {
  for (const { method, description, url } of requests) {
    const endpoint = endpoints.find(({ operationId }) => operationId === description)
    const path = `/${url.path.join('/')}`.replace(/:(\w+)/g, '{$1}')
    expect(`${method} ${path}`).toBe(`${endpoint?.method} ${endpoint?.path}`)
    expect(url.variable.map(({ key }) => `:${key}`)).toEqual(url.path.filter((step) => step.startsWith(':')))
    const query = url.query.filter(({ disabled }) => !disabled).map(({ key }) => `${key}=`)
    expect(url.raw).toBe(
      [`{{base_url}}/${url.path.join('/')}`, query.join('&')].filter((part) => part !== '').join('?'),
    )
  }
})

test('has bodies that are JSON', () => {
  const bodies = requests.flatMap(({ body }) => (body?.mode === 'raw' ? [body.raw] : []))
  expect(bodies.length).toBeGreaterThan(25)
  for (const body of bodies) expect(() => JSON.parse(body)).not.toThrow()
})
