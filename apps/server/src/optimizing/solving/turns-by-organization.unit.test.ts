// Searches that are answered in the call: organizations take turns, and none may fill the queue.
import { describe, expect, test } from 'vitest'
import { createOrganizationTurns } from './turns-by-organization.ts'

/** Work that notes when it begins and ends when the test says so. */
function createWork() {
  const begun: string[] = []
  const ends: (() => void)[] = []
  return {
    begun,
    named: (name: string) => () => {
      begun.push(name)
      return new Promise<string>((resolve) => ends.push(() => resolve(name)))
    },
    async endNext() {
      ends.shift()?.()
      await new Promise<void>((resolve) => setImmediate(resolve))
    },
  }
}

describe('turns of organizations', () => {
  test('serve a newcomer after the call that runs, and not after all calls of another one', async () => {
    const turns = createOrganizationTurns({ most: 1, mostOfOne: 1, mostWaiting: 20 })
    const { begun, named, endNext } = createWork()
    const calls = ['a1', 'a2', 'a3'].map((name) => turns.run('a', named(name)))
    calls.push(turns.run('b', named('b1')), turns.run('b', named('b2')))
    for (const _ of calls) await endNext()
    await Promise.all(calls)
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'b2'])
  })

  test('leave a place free that one organization may not hold', async () => {
    const turns = createOrganizationTurns({ most: 2, mostOfOne: 1, mostWaiting: 20 })
    const { begun, named, endNext } = createWork()
    const calls = [turns.run('a', named('a1')), turns.run('a', named('a2')), turns.run('b', named('b1'))]
    await endNext()
    expect(begun).toEqual(['a1', 'b1', 'a2'])
    for (const _ of calls.slice(1)) await endNext()
    expect(await Promise.all(calls)).toEqual(['a1', 'a2', 'b1'])
  })

  test('refuse the call of an organization that has enough waiting, and no other', async () => {
    const turns = createOrganizationTurns({ most: 1, mostOfOne: 1, mostWaiting: 1 })
    const { begun, named, endNext } = createWork()
    const calls = [turns.run('a', named('a1')), turns.run('a', named('a2'))]
    expect(await turns.run('a', named('a3'))).toBeUndefined()
    calls.push(turns.run('b', named('b1')))
    for (const _ of calls) await endNext()
    await Promise.all(calls)
    expect(begun).toEqual(['a1', 'a2', 'b1'])
  })

  test('go on after work that failed', async () => {
    const turns = createOrganizationTurns({ most: 1, mostOfOne: 1, mostWaiting: 20 })
    await expect(turns.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await turns.run('a', () => Promise.resolve('done'))).toBe('done')
  })
})
