import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

/** Takes a turn and notes the name once it is there. */
function taker(turns: Turns, order: string[]) {
  return async (name: string, isGoingOn: boolean) => {
    await turns.take(isGoingOn)
    order.push(name)
  }
}

test('who goes on comes before who begins, and among equals who came first', async () => {
  const turns = new Turns(1, 60_000)
  const order: string[] = []
  const take = taker(turns, order)
  await take('first', false)
  const others = [
    take('begins', false),
    take('begins later', false),
    take('goes on', true),
    take('goes on later', true),
  ]
  expect(turns.waiting).toBe(4)
  for (const _ of others) {
    turns.giveBack()
    await new Promise((resolve) => setImmediate(resolve))
  }
  await Promise.all(others)
  expect(order).toEqual(['first', 'goes on', 'goes on later', 'begins', 'begins later'])
  expect(turns.waiting).toBe(0)
})

test('organizations that wait get their turns in turn, however many each of them waits for', async () => {
  const turns = new Turns(1, 60_000)
  const order: string[] = []
  const take = async (line: string, name: string) => {
    await turns.take(false, line)
    order.push(name)
  }
  await turns.take()
  const all = [take('a', 'a1'), take('a', 'a2'), take('a', 'a3'), take('b', 'b1'), take('c', 'c1'), take('b', 'b2')]
  expect(turns.waiting).toBe(6)
  for (const _ of all) {
    turns.giveBack()
    await new Promise((resolve) => setImmediate(resolve))
  }
  await Promise.all(all)
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
  expect(turns.waiting).toBe(0)
})

test('as many as there are connections have a turn at the same time', async () => {
  const turns = new Turns(2, 60_000)
  const order: string[] = []
  const take = taker(turns, order)
  await Promise.all([take('one', false), take('two', false)])
  const third = take('three', false)
  await new Promise((resolve) => setImmediate(resolve))
  expect(order).toEqual(['one', 'two'])
  turns.giveBack()
  await third
  expect(order).toEqual(['one', 'two', 'three'])
})

test('who lost patience gets no turn, and takes none from others', async () => {
  const turns = new Turns(1, 10)
  await turns.take(false)
  await expect(turns.take(true)).rejects.toThrow('within 10 ms')
  expect(turns.waiting).toBe(0)
  turns.giveBack()
  await turns.take(false)
})

test('who does not say that they go on begins', async () => {
  const turns = new Turns(1)
  const order: string[] = []
  await turns.take()
  const begins = turns.take().then(() => order.push('begins'))
  const goesOn = turns.take(true).then(() => order.push('goes on'))
  turns.giveBack()
  await goesOn
  turns.giveBack()
  await begins
  expect(order).toEqual(['goes on', 'begins'])
})

test('a turn given back is one turn', async () => {
  const turns = new Turns(1)
  const order: string[] = []
  const take = taker(turns, order)
  await take('first', false)
  turns.giveBack()
  await take('second', false)
  const third = take('third', false)
  expect(turns.waiting).toBe(1)
  turns.giveBack()
  await third
  expect(order).toEqual(['first', 'second', 'third'])
})
