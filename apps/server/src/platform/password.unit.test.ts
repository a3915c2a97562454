// Passwords at rest.
import { createHook } from 'node:async_hooks'
import { expect, test } from 'vitest'
import { hashPassword, isOutdated, isPassword } from './password.ts'

test('a hash has the recommended cost (OWASP: N = 2^17, r = 8, p = 1) and a salt of its own', async () => {
  const [one, other] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')])
  expect(one).toMatch(/^scrypt\$131072\$8\$1\$/)
  expect(one).not.toBe(other)
  expect([isOutdated(one), isOutdated('scrypt$32768$8$1$c2FsdA==$a2V5')]).toEqual([false, true])
  expect(await isPassword('correct horse', one)).toBe(true)
  expect(await isPassword('wrong horse', one)).toBe(false)
})

test('no more than two passwords are hashed at once, whatever comes', async () => {
  const running = new Set<number>()
  let most = 0
  const hook = createHook({
    init(id, type) {
      if (!/scrypt/i.test(type)) return
      running.add(id)
      most = Math.max(most, running.size)
    },
    before: (id) => void running.delete(id),
  }).enable()
  const guesses = Array.from({ length: 7 }, () => isPassword('guess', undefined))
  expect(await Promise.all(guesses)).toEqual(Array(7).fill(false))
  hook.disable()
  expect(most).toBe(2)
})
