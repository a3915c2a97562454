// The changelog's part on the interface can be read, stands in order, and is told by a page and a feed that parsers take.
import { endpoints } from '@routewright/contract'
import { expect, test } from 'vitest'
import { changesFeed, readChangelog, readChanges } from './changes.ts'
import { changesPage, versionsPage } from './further-pages.ts'

const sample = `## 2.0

- Not about the interface.

### Interface

Words before.

- 2026-03-02: \`GET /v2/new\` is there & <more>
  in a second line.
- 2026-03-01: Older.

## 1.0

- Not about it either.

### Interface

- 2026-02-01: Oldest.
`

test('only the parts on the interface are read, with their further lines', () => {
  expect(readChanges(sample)).toEqual([
    { date: '2026-03-02', text: '`GET /v2/new` is there & <more> in a second line.' },
    { date: '2026-03-01', text: 'Older.' },
    { date: '2026-02-01', text: 'Oldest.' },
  ])
  expect(() => readChanges('### Interface\n\n- Without a day')).toThrow('Without a day')
})

test('the changelog of this version has changes, newest first', () => {
  const dates = readChanges(readChangelog()).map(({ date }) => date)
  expect(dates.length).toBeGreaterThan(0)
  expect(dates).toEqual(dates.toSorted().reverse())
})

test('the feed has an entry for each change, under an id that stays, and nothing breaks out of it', () => {
  const changes = readChanges(sample)
  const feed = changesFeed(changes, 'https://routes.example.com')
  expect(feed.match(/<entry>/g)).toHaveLength(3)
  expect(feed).toContain('<updated>2026-03-02T00:00:00Z</updated>')
  expect(feed).toContain('rel="self" href="https://routes.example.com/docs/changes.atom"')
  expect(feed).toContain('&#38; &#60;more&#62;')
  const listIds = (text: string) => [...text.matchAll(/<id>(urn:routewright:change:[^<]+)<\/id>/g)].map(([, id]) => id)
  expect(new Set(listIds(feed)).size).toBe(3)
  expect(listIds(changesFeed(changes.slice(1), 'https://elsewhere.example.com'))).toEqual(listIds(feed).slice(1))
})

test('the page of changes escapes what stands in them', () => {
  const page = changesPage(readChanges(sample), { css: '' })
  expect(page.html).toContain('<code>GET /v2/new</code> is there &#38; &#60;more&#62;')
})

test('the page of versions lists what is deprecated, or says that nothing is', () => {
  expect(versionsPage(endpoints, { css: '' }).html).toContain('Nothing is deprecated at present.')
  const [first] = endpoints
  const deprecated = { since: '2026-01-01', sunset: '2027-01-01', instead: '`GET /v3/plans`' }
  const page = versionsPage([{ ...first!, deprecated }], { css: '' }).html
  expect(page).toContain(`<code>${first!.method} ${first!.path}</code></td><td>2026-01-01</td><td>2027-01-01</td>`)
})
