// Pages begin where room is left for what comes next, and what stands at the top of a section comes again.
import { expect, test } from 'vitest'
import { Paper } from './paper.ts'

/** A4 in points, less the margin of 40 and 20 for the footer. */
const bottom = 841.89 - 40 - 20

test('a page ends above its footer', () => {
  const paper = new Paper('Sheet', (page) => `Page ${page}`)
  paper.beginSection()
  paper.y = bottom - 100
  expect(paper.ensure(100)).toBe(false)
  expect(paper.y).toBe(bottom - 100)
  expect(paper.ensure(100.1)).toBe(true)
  expect(paper.y).toBe(40)
})

test('pages count within their section, and the heading is repeated from the second on', () => {
  const footers: number[] = []
  const headings: number[] = []
  const paper = new Paper('Sheet', (page) => {
    footers.push(page)
    return ''
  })
  for (const _ of ['first section', 'second section']) {
    paper.beginSection(() => headings.push(footers.length))
    paper.ensure(1_000)
  }
  expect(footers).toEqual([1, 2, 1, 2])
  expect(headings).toEqual([2, 4])
})

test.each([
  ['Thai breaks between its words', 'กรุงเทพมหานครอมรรัตนโกสินทร์มหินทรายุธยา แขวงคลองเตย เขตคลองเตย'],
  ['Chinese breaks between its words', '臺北市信義區信義路五段七號一百零一大樓八十九樓觀景臺臺北市信義區'],
  ['a word without an end breaks between its letters', 'm'.repeat(60)],
])('%s, and every line has its height', (_, text) => {
  const paper = new Paper('Sheet', () => '')
  const [wide, narrow] = [paper.heightOf(text, 2_000), paper.heightOf(text, 100)]
  expect(narrow).toBeGreaterThanOrEqual(2 * wide)
  paper.beginSection()
  expect(paper.textAt(text, 40, 40, 100)).toBeCloseTo(narrow)
})

test('lines with letters that reach high or low are taller', () => {
  const paper = new Paper('Sheet', () => '')
  expect(paper.heightOf('မြန်မာ', 500)).toBeGreaterThan(paper.heightOf('Myanmar', 500))
  expect(paper.heightOf('Ag', 500)).toBeCloseTo(13.5)
})

test('what no font can place is written all the same', async () => {
  const paper = new Paper('Sheet', () => '')
  paper.beginSection()
  for (const text of ['ਪੰਜਾਬੀ', 'ചില്ല്', 'محمد علي (3)', '👩‍👩‍👧 🇨🇭', '\u0301']) paper.text(text)
  paper.end()
  const bytes = Buffer.concat(await paper.stream.toArray())
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
})
