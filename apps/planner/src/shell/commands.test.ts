import { expect, test, vi } from 'vitest'
import { createCommand } from './commands.ts'

test('a command is done by everybody who listens, and by nobody who has stopped', () => {
  const command = createCommand()
  const [first, second] = [vi.fn(), vi.fn()]
  command.give()
  const end = command.listen(first)
  command.listen(second)
  command.give()
  end()
  command.give()
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 2])
})
