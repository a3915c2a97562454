import { expect, test } from 'vitest'
import { createId, createIds, createSecret } from './ids.ts'

const now = new Date('2026-11-20T06:00:00.500Z')

test('an id is 24 lowercase hexadecimal digits that begin with the second of its creation', () => {
  const id = createId(now)
  expect(id).toMatch(/^[0-9a-f]{24}$/)
  expect(Number.parseInt(id.slice(0, 8), 16)).toBe(Math.floor(now.getTime() / 1000))
})

test('ids rise in creation order, within a second, across seconds and when the clock is set back', () => {
  const later = new Date(now.getTime() + 5_000)
  const ids = [...createIds(now, 50_000), ...createIds(later, 1_000), ...createIds(now, 1_000)]
  expect(new Set(ids).size).toBe(ids.length)
  expect([...ids].sort()).toEqual(ids)
})

test('the step from one id to the next is not the same twice running', () => {
  const [a, b, c] = createIds(new Date(now.getTime() + 60_000), 3).map((id) => BigInt(`0x${id}`)) as [
    bigint,
    bigint,
    bigint,
  ]
  expect(b - a).not.toBe(c - b)
})

test('a secret keeps its prefix and draws from letters and digits only', () => {
  const secret = createSecret('api_key_', 40)
  expect(secret).toMatch(/^api_key_[A-Za-z0-9]{40}$/)
  expect(createSecret('api_key_', 40)).not.toBe(secret)
})

test('every letter and digit is as likely as any other, and secrets do not repeat', () => {
  const secrets = Array.from({ length: 5_000 }, () => createSecret('', 22))
  expect(new Set(secrets).size).toBe(5_000)
  const counts = new Map<string, number>()
  for (const letter of secrets.join('')) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  expect(counts.size).toBe(62)
  const expected = (5_000 * 22) / 62
  // Chi-square with 61 degrees of freedom: above 120 once in a hundred thousand runs.
  const distance = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
  expect(distance).toBeLessThan(120)
})
