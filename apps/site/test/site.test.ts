import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import MiniSearch from 'minisearch'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildSite } from '../build/build-site.ts'
import { headingNames, resolveLink } from '../build/links.ts'
import { isListedByIndex } from '../build/navigation.ts'
import { listPages, root, type SitePage } from '../build/pages.ts'
import { listParts } from '../build/search-index.ts'
// @ts-expect-error The browser reads the same file, so it is plain JavaScript.
import { searchOptions } from '../src/search-options.js'

const out = mkdtempSync(join(tmpdir(), 'routewright-site-'))
const pages = listPages()
const read = (path: string) => readFileSync(join(out, path), 'utf8')
const written = () => readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'))
/** Pages that the running service makes itself. */
const served = new Set([
  '/docs/reference',
  '/docs/reference/service',
  '/docs/reference/people',
  '/docs/changes',
  '/docs/versions',
  '/docs/changes.atom',
])

const begunMs = Date.now()
beforeAll(() => buildSite({ out, base: '/docs/' }))
afterAll(() => rmSync(out, { recursive: true }))

test('every file of docs/ is a page, with its title, the version and its place in the contents', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  expect(written()).toHaveLength(pages.length)
  for (const { source, address } of pages) {
    const page = read(`${address}index.html`)
    expect(page, source).toContain(`documents ${version}`)
    expect(page, source).toMatch(/<h1 id="[^"]+"/)
    const isListed = !isListedByIndex(source)
    expect(page.includes('aria-current="page"'), `${source} in the contents`).toBe(isListed)
  }
})

test('what stands in braces stays as it is written', () => {
  const spread = pages.filter(({ text }) => text.includes('{{'))
  expect(spread.length).toBeGreaterThan(2)
  for (const { address, text } of spread) {
    const written = text.match(/\{\{[^{}|]+\}\}/g) ?? []
    const page = read(`${address}index.html`)
    for (const braces of written) expect(page.replaceAll(/<[^>]+>/g, ''), address).toContain(braces)
  }
})

test('every diagram is a picture in the page, with nothing that the policy of the pages keeps out', () => {
  const drawn = pages.flatMap(({ address, text }) => {
    const wanted = text.match(/^```mermaid$/gm)?.length ?? 0
    const page = read(`${address}index.html`)
    const pictures = page.match(/<svg[\s\S]*?<\/svg>/g) ?? []
    expect(pictures, address).toHaveLength(wanted)
    const names = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    if (wanted > 0) expect(new Set(names).size, `names of ${address}`).toBe(names.length)
    return pictures
  })
  expect(drawn.length).toBeGreaterThan(15)
  for (const picture of drawn) {
    expect(picture).not.toMatch(/<style|<script| style=|@import|https?:(?!\/\/www\.w3\.org)| on\w+=/)
    expect(picture).toMatch(/<text/)
    const named = new Set([...picture.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
    for (const [, name] of picture.matchAll(/url\(#([^)]+)\)/g)) expect([...named]).toContain(name)
  }
})

test('every link between pages leads to a page, and to a heading that is there', () => {
  const ids = new Map(
    pages.map(({ address }) => {
      const text = read(`${address}index.html`)
      return [`/docs/${address}`, new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))]
    }),
  )
  const broken: string[] = []
  let count = 0
  for (const { address } of pages) {
    for (const [, href] of read(`${address}index.html`).matchAll(/(?:href|src)="([^"]+)"/g)) {
      const [path, anchor] = (href!.startsWith('#') ? `/docs/${address}${href}` : href!).split('#', 2) as [
        string,
        string?,
      ]
      if (!path.startsWith('/docs/') || served.has(path)) continue
      count += 1
      const own = ids.get(path)
      const isThere = own
        ? anchor === undefined || own.has(decodeURI(anchor))
        : existsSync(join(out, path.slice('/docs/'.length)))
      if (!isThere) broken.push(`${address}: ${href}`)
    }
  }
  expect(count).toBeGreaterThan(5000)
  expect([...new Set(broken)]).toEqual([])
})

test('a page asks nobody else for anything, and holds no style or script of its own', () => {
  for (const name of written()) {
    const page = read(name)
    expect(page, name).not.toMatch(/<(?:script|link|img|source)[^>]+(?:src|href)="(?!\/docs\/|data:)/)
    expect(page, name).not.toMatch(/<[^>]+ (?:style|on\w+)=|<style|<script(?![^>]+src=)/)
  }
  for (const name of readdirSync(join(out, 'assets')).filter((text) => text.endsWith('.css'))) {
    expect(read(`assets/${name}`)).not.toMatch(/https?:|@import|url\(/)
  }
})

test('the search finds by words, by their beginnings and past a slip, and its ends are there', () => {
  const index = MiniSearch.loadJSON(read('assets/search.json'), searchOptions)
  const found = (question: string) => index.search(question).map(({ id }) => String(id))
  expect(found('backup restore')[0]).toBe('operations/#backup-and-restore')
  expect(found('restore bakup')).toContain('operations/#backup-and-restore')
  expect(found('pgbounc').length).toBeGreaterThan(0)
  expect(found('qqqqqqqq')).toEqual([])
  const [path, anchor] = found('backup restore')[0]!.split('#')
  expect(read(`${path}index.html`)).toContain(`id="${anchor}"`)
})

test('everything in it is as young as the build, so that the next start does not build it again', () => {
  const files = readdirSync(out, { recursive: true, encoding: 'utf8' })
  // A file system may keep whole seconds only.
  expect(files.filter((name) => statSync(join(out, name)).mtimeMs < begunMs - 1_000)).toEqual([])
})

test('headings are named as the host of the repository names them', () => {
  const getName = headingNames()
  expect(['Data rights & audit: 2 ways', 'A `pooler`', 'A pooler', 'Über_uns'].map(getName)).toEqual([
    'data-rights--audit-2-ways',
    'a-pooler',
    'a-pooler-1',
    'über_uns',
  ])
})

test('a link leads to a page, to a picture, or leaves its words where the site does not hold the file', () => {
  const known = new Map(pages.map((page) => [page.source, page]))
  const from = (source: string, href: string) => resolveLink(href, source, known, '/docs/')
  expect(from('docs/install.md', 'operations.md#a-pooler')).toEqual({ address: '/docs/operations/#a-pooler' })
  expect(from('docs/decisions/0100-reference-page.md', '../screens/a.webp')).toEqual({
    address: '/docs/screens/a.webp',
  })
  expect(from('docs/architecture.md', '../packages/solver')).toEqual({ address: '/docs/repository/packages/solver/' })
  expect(from('docs/install.md', '../compose.yaml')).toEqual({ file: 'compose.yaml' })
  expect(from('docs/install.md', 'https://example.com/a')).toEqual({ address: 'https://example.com/a' })
})

test('code is no heading, and a decision is one part', () => {
  const page: SitePage = {
    source: 'docs/a.md',
    address: 'a/',
    title: 'A',
    text: '# A\nwords\n## B\n```sh\n# no heading\n```\nmore\n',
  }
  expect(listParts(page).map(({ id, text }) => [id, text])).toEqual([
    ['a/', 'words'],
    ['a/#b', 'no heading more'],
  ])
  expect(listParts({ ...page, address: 'decisions/0001/' })).toHaveLength(1)
})
