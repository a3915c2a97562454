// Every operation stands in one description, and what documents teach in one that promises to keep it.
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import SwaggerParser from '@apidevtools/swagger-parser'
import { describe, expect, test } from 'vitest'
import { endpoints } from '../all-endpoints.ts'
import { openApi31 } from './openapi.ts'
import { describedParts, interfacePart } from './parts.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const baseUrl = 'https://routes.example.com'

interface Described {
  description: string
  tags: string[]
  security: object[]
  'x-stability': string
  responses: Record<string, { content?: object }>
}

const documents = describedParts.map((part) => {
  const document = JSON.parse(JSON.stringify(openApi31(endpoints, { baseUrl, part })))
  return { part, document, operations: endpoints.filter((endpoint) => part.holds(endpoint)) }
})

test('as many operations are described as there are, each once', () => {
  const described = documents.flatMap(({ document: { paths } }) => {
    const methods: Record<string, { operationId: string }>[] = Object.values(paths)
    return methods.flatMap((operations) => Object.values(operations).map(({ operationId }) => operationId))
  })
  expect(described.toSorted()).toEqual(endpoints.map(({ operationId }) => operationId).toSorted())
})

describe.each(documents.slice(1))('$part.path', ({ part, document, operations }) => {
  test('is valid', async () => {
    await SwaggerParser.validate(structuredClone(document))
  })

  test('says of each operation who calls it, whether it stays, what it returns, and groups it', () => {
    const tags = new Set(part.tags.map(({ name }) => name))
    for (const { path, method, produces } of operations) {
      const operation: Described = document.paths[path][method.toLowerCase()]
      expect(operation.description, path).toMatch(
        /(Called (with|by|without) .*\.|original service\.) (Stable|May change with a version)\.$/,
      )
      expect(['stable', 'may change']).toContain(operation['x-stability'])
      expect(
        operation.tags.filter((tag) => !tags.has(tag)),
        path,
      ).toEqual([])
      const [, success] = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))!
      expect(Object.keys(success.content ?? {}), path).toEqual(
        produces === undefined ? Object.keys(success.content ?? {}) : [produces],
      )
    }
    expect(new Set(operations.map(({ tag }) => tag))).toEqual(tags)
  })
})

/** Text of pages for people who call the service. */
const pages = globSync('docs/{,how-to/,tutorials/}*.md', { cwd: root })
  .filter((page) => !/^docs\/(architecture|status|conformance|errors|benchmarks.*|security|operations)\.md$/.test(page))
  .map((page) => ({ page, text: readFileSync(`${root}${page}`, 'utf8') }))

/** Paths that stand in a command or a program of a page, with any values for their parameters. */
function calls(path: string): RegExp {
  const pattern = path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/\\s`"?]+')
  return new RegExp(`(\\$ROUTEWRIGHT_URL|localhost:3000|127\\.0\\.0\\.1:8080)${pattern}(?![\\w/])`)
}

test('what documents have people call is stable', () => {
  const unkept = endpoints
    .filter((endpoint) => !interfacePart.holds(endpoint) && !endpoint.isStable && !endpoint.isForOlderClients)
    .flatMap(({ operationId, path }) =>
      pages.filter(({ text }) => calls(path).test(text)).map(({ page }) => `${operationId} in ${page}`),
    )
  expect(unkept).toEqual([])
})

test('a page that is searched for calls has some', () => {
  const slots = endpoints.find(({ operationId }) => operationId === 'findSlots')!
  expect(pages.some(({ text }) => calls(slots.path).test(text))).toBe(true)
})
