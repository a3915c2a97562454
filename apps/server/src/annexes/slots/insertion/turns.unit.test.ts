// Turns: sequential for one name, concurrent for two, and a failure stops nobody.
import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

test('under one name each begins when the one before is done, also when that failed; other names do not wait', async () => {
  const turns = new Turns()
  const said: string[] = []
  const opened = Promise.withResolvers<void>()
  const first = turns.take('monday', async () => {
    said.push('first begins')
    await opened.promise
    said.push('first ends')
    throw new Error('taken')
  })
  const second = turns.take('monday', async () => {
    said.push('second')
    return 2
  })
  expect(await turns.take('tuesday', async () => said.push('other day'))).toBe(2)
  opened.resolve()
  await expect(first).rejects.toThrow('taken')
  expect(await second).toBe(2)
  expect(said).toEqual(['first begins', 'other day', 'first ends', 'second'])
})
