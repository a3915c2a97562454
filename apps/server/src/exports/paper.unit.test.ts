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
