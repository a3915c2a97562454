import { beforeEach, expect, test } from 'vitest'
import { type Step, useHistory } from './history.ts'

const done: string[] = []

/** A step that notes what is taken back and brings it again. */
function step(name: string, direction = 'undo'): Step {
  return {
    label: name,
    takeBack: async () => {
      done.push(`${direction} ${name}`)
      return step(name, direction === 'undo' ? 'redo' : 'undo')
    },
  }
}

beforeEach(() => {
  done.length = 0
  useHistory.getState().reset()
})

test('steps are taken back last first, and brought again in the order in which they were made', async () => {
  const { note, undo, redo } = useHistory.getState()
  note(step('a'))
  note(step('b'))
  await undo()
  await undo()
  await redo()
  expect(done).toEqual(['undo b', 'undo a', 'redo a'])
  expect(useHistory.getState().past.map(({ label }) => label)).toEqual(['a'])
  expect(await useHistory.getState().redo()).toBe('b')
})

test('a new step ends what could be brought again, and a refused one stays where it is', async () => {
  const { note, undo } = useHistory.getState()
  note(step('a'))
  await undo()
  note({ label: 'refused', takeBack: async () => Promise.reject(new Error('no')) })
  expect(useHistory.getState().future).toEqual([])
  await expect(undo()).rejects.toThrow('no')
  expect(useHistory.getState().past).toHaveLength(1)
  expect(useHistory.getState().isBusy).toBe(false)
})

test('presses that come quickly are all heard, one after the other', async () => {
  const { note, undo, redo } = useHistory.getState()
  note(step('a'))
  note(step('b'))
  await Promise.all([undo(), undo(), redo()])
  expect(done).toEqual(['undo b', 'undo a', 'redo a'])
})

test('undo waits for an edit that is under way, and takes back that one', async () => {
  const { note, undo, during } = useHistory.getState()
  note(step('a'))
  const answer = Promise.withResolvers<void>()
  const edit = during(async () => {
    await answer.promise
    note(step('b'))
  })
  const undone = undo()
  answer.resolve()
  await Promise.all([edit, undone])
  expect(done).toEqual(['undo b'])
})

test('an edit begins when the one before it is done, so that it sees what that one did', async () => {
  const { during } = useHistory.getState()
  const answer = Promise.withResolvers<void>()
  const first = during(async () => {
    await answer.promise
    done.push('first')
  })
  const second = during(async () => done.push('second'))
  answer.resolve()
  await Promise.all([first, second])
  expect(done).toEqual(['first', 'second'])
})

test('an edit that failed holds nothing up', async () => {
  const { note, undo, during } = useHistory.getState()
  note(step('a'))
  await expect(during(async () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await undo()
  expect(done).toEqual(['undo a'])
})
