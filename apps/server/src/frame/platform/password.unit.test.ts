// Passwords at rest.
import { createHook } from 'node:async_hooks'
import { describe, expect, test } from 'vitest'
import { createPasswords } from './password.ts'

const passwords = createPasswords()
const outdated = createPasswords({ N: 32_768, r: 8, p: 1 })

test('a hash has the recommended cost (OWASP: N = 2^17, r = 8, p = 1) and a salt of its own', async () => {
  const [one, other] = await Promise.all([passwords.hash('correct horse'), passwords.hash('correct horse')])
  expect(one).toMatch(/^scrypt\$131072\$8\$1\$/)
  expect(one).not.toBe(other)
  expect([passwords.isOutdated(one), passwords.isOutdated('scrypt$32768$8$1$c2FsdA==$a2V5')]).toEqual([false, true])
  expect(await passwords.isRight('correct horse', one)).toBe(true)
  expect(await passwords.isRight('wrong horse', one)).toBe(false)
})

test('a hash of less cost is recognized', async () => {
  const old = await outdated.hash('correct horse')
  expect(old).toMatch(/^scrypt\$32768\$8\$1\$/)
  expect(await passwords.isRight('correct horse', old)).toBe(true)
  expect(await passwords.isRight('wrong horse', old)).toBe(false)
})

test('takes as much work to refuse when there is no such user', async () => {
  const hash = await passwords.hash('x')
  const cost = async (stored: string | null) => {
    const before = process.cpuUsage()
    for (let i = 0; i < 3; i++) expect(await passwords.isRight('wrong', stored)).toBe(false)
    return process.cpuUsage(before).user
  }
  const [known, unknown] = [await cost(hash), await cost(null)]
  expect(unknown / known).toBeGreaterThan(0.5)
  expect(unknown / known).toBeLessThan(2)
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
  // The limit applies to the process, whichever of its services is used.
  const guesses = Array.from({ length: 7 }, (_, at) => (at % 2 ? passwords : outdated).isRight('guess', undefined))
  expect(await Promise.all(guesses)).toEqual(Array(7).fill(false))
  hook.disable()
  expect(most).toBe(2)
})

describe('a new password', () => {
  const about = ['rosa.meier@bergblick.example', 'Rosa Meier', 'Bergblick Deliveries']
  test.each([
    'basketball',
    'Password2026!',
    '1234567890',
    '__qwertyuiop__',
    'aaaaaaaaaaaa',
    'abababababab',
    'bergblick2026',
    'Rosa-Meier-26',
    'routewright!!1',
    'deliveries-1',
  ])('%s is refused: it is tried first', async (password) => {
    await expect(passwords.hashNew(password, about)).rejects.toThrow('tried first')
  })

  test.each(['four plain words here', 'a-long-test-password', 'zK4!vb-92xQ', 'bergblick holds the third window'])(
    '%s is taken',
    async (password) => {
      expect(await passwords.isRight(password, await passwords.hashNew(password, about))).toBe(true)
    },
  )
})
