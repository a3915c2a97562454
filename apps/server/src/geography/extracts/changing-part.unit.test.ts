// A rebuilt part replaces the one in use only when it is ready, and nothing is closed while a call needs it.
import { expect, test } from 'vitest'
import { ChangingPart } from './changing-part.ts'

/** Something that is opened when it is told to, and says whether it was closed. */
function makeThing(name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<{ name: string; close(): Promise<void> }>()
  const thing = {
    name,
    closings: 0,
    async close() {
      thing.closings += 1
    },
  }
  return { thing, open: () => promise, ready: () => resolve(thing), fail: () => reject(new Error(`no ${name}`)) }
}

/** Until everything that waits for a promise went on. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

async function openFirst() {
  const part = new ChangingPart()
  const first = makeThing('first')
  part.change(first.open)
  first.ready()
  await settled()
  return { part, first }
}

test('the first one is there as soon as it is ready', async () => {
  const part = new ChangingPart()
  const first = makeThing('first')
  part.change(first.open)
  expect(part.status).toEqual({ state: 'opening', progress: undefined })
  first.ready()
  await settled()
  expect(part.status).toEqual({ state: 'ready' })
  expect(part.current!.find()).toBe(first.thing)
})

test('the one before answers until the new one is ready, and is closed then', async () => {
  const { part, first } = await openFirst()
  const second = makeThing('second')
  part.change(second.open)
  expect(part.status!.state).toBe('opening')
  expect(part.current!.find()).toBe(first.thing)
  second.ready()
  await settled()
  expect(part.status!.state).toBe('ready')
  expect(part.current!.find()).toBe(second.thing)
  await settled()
  expect([first.thing.closings, second.thing.closings]).toEqual([1, 0])
})

test('a call under way keeps the one before open', async () => {
  const { part, first } = await openFirst()
  const call = Promise.withResolvers<void>()
  const calls = [part.current!.during(() => call.promise), part.current!.during(() => call.promise)]
  const second = makeThing('second')
  part.change(second.open)
  second.ready()
  await settled()
  expect(first.thing.closings).toBe(0)
  call.resolve()
  await Promise.all(calls)
  await settled()
  expect(first.thing.closings).toBe(1)
})

test('one that cannot be had says why, and the one before goes on', async () => {
  const { part, first } = await openFirst()
  const second = makeThing('second')
  part.change(second.open)
  second.fail()
  await settled()
  expect(part.status).toEqual({ state: 'failed', reason: 'no second' })
  expect(part.current!.find()).toBe(first.thing)
  expect(first.thing.closings).toBe(0)
})

test('a third one that is begun meanwhile takes the place of the second, which never answers', async () => {
  const { part } = await openFirst()
  const [second, third] = [makeThing('second'), makeThing('third')]
  part.change(second.open)
  part.change(third.open)
  third.ready()
  await settled()
  second.ready()
  await settled()
  expect(part.current!.find()).toBe(third.thing)
  expect([second.thing.closings, third.thing.closings]).toEqual([1, 0])
})

test('what is taken away is closed, and nothing answers', async () => {
  const { part, first } = await openFirst()
  expect(part.change(undefined)).toBeUndefined()
  await settled()
  expect(part.status).toBeUndefined()
  expect(first.thing.closings).toBe(1)
})
