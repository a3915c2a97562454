import { describedParts, endpoints } from '@routewright/contract'
import { expect, test } from 'vitest'
import { llmsText } from './llms-text.ts'
import { referencePage } from './reference-page.ts'

const base = 'https://routes.example.com'
const text = llmsText(endpoints, base)

test('every public operation is told of once, with a link that the reference has, and no internal one', () => {
  const reference = referencePage(endpoints).html
  for (const { operationId, method, path, summary, visibility } of endpoints) {
    const line = `- [${method} ${path}](${base}/docs/reference#${operationId}): ${summary}`
    expect(text.split('\n').filter((row) => row === line)).toHaveLength(visibility === 'public' ? 1 : 0)
    if (visibility === 'public') expect(reference).toContain(`id="${operationId}"`)
  }
})

test('it begins as such texts do: a name, what it is, then sections of links', () => {
  const [name, summary, ...rest] = text.split('\n\n')
  expect(name).toBe('# Routewright')
  expect(summary).toMatch(/^> .{40}/)
  const sections = rest.filter((part) => part.startsWith('## '))
  expect(sections.length).toBeGreaterThan(5)
  for (const section of sections) {
    for (const line of section.split('\n').slice(1)) expect(line).toMatch(/^- \[[^\]]+\]\(https:\/\/\S+\): \S/)
  }
})

test('an assistant learns where it is served, how it shows its key, and that it only reads unless told', () => {
  const section = text.split('\n\n').find((part) => part.startsWith('## Assistants'))!
  expect(section).toContain(`(${base}/mcp)`)
  expect(section).toContain(`(${base}/mcp?write=1)`)
  expect(section).toContain('x-api-key')
  expect(section).toContain('only read')
})

test('the other descriptions are named here and on the reference', () => {
  const reference = referencePage(endpoints).html
  const section = text.split('\n\n').find((part) => part.startsWith('## Beyond'))!
  for (const { path, page } of describedParts.slice(1)) {
    expect(section).toContain(`(${base}${path})`)
    expect(reference).toContain(`href="${page}"`)
  }
})
