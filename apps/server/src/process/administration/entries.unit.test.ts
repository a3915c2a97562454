// A link and a cookie open the page for their time only, each for what it is, and only as the machine signed them.
import { expect, test } from 'vitest'
import { createEntry, isEntry } from './entries.ts'

const now = new Date('2026-03-02T08:00:00Z')
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000)

test('a link opens for 15 minutes, a cookie for 12 hours', () => {
  const link = createEntry('secret', 'link', now)
  expect(isEntry('secret', 'link', link, after(899))).toBe(true)
  expect(isEntry('secret', 'link', link, after(900))).toBe(false)
  const cookie = createEntry('secret', 'cookie', now)
  expect(isEntry('secret', 'cookie', cookie, after(43_199))).toBe(true)
  expect(isEntry('secret', 'cookie', cookie, after(43_200))).toBe(false)
})

test('a link is no cookie, and neither opens with the secret of another machine', () => {
  const link = createEntry('secret', 'link', now)
  expect(isEntry('secret', 'cookie', link, now)).toBe(false)
  expect(isEntry('other', 'link', link, now)).toBe(false)
})

test('a later end that was written in, another signature and other texts are refused', () => {
  const link = createEntry('secret', 'link', now)
  const [, , ends, signature] = link.split('_')
  expect(isEntry('secret', 'link', link.replace(ends!, String(Number(ends) + 1)), now)).toBe(false)
  expect(isEntry('secret', 'link', link.replace(signature!, 'A'.repeat(43)), now)).toBe(false)
  for (const text of ['', 'rw_administration_', `${link}A`, link.slice(0, -1)])
    expect(isEntry('secret', 'link', text, now)).toBe(false)
})
