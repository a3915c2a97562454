// How long a thread may take: by the processor, because a busy machine makes every search slow.
import { Worker } from 'node:worker_threads'
import { describe, expect, test } from 'vitest'
import { isOverdue, SolveTimeout, watchThread } from './thread-watch.ts'

describe('a thread', () => {
  test('that waited for other work of the machine is not overdue', () => {
    expect(isOverdue(50, 500, 90)).toBe(false)
  })
  test('that used more of a processor than it may is overdue', () => {
    expect(isOverdue(91, 91, 90)).toBe(true)
  })
  test('that hangs without using a processor is overdue in the end', () => {
    expect(isOverdue(1, 901, 90)).toBe(true)
  })
  test('that never ends is reported with the time that it had', async () => {
    const worker = new Worker('for (;;);', { eval: true })
    const error = await new Promise<SolveTimeout>((resolve) => watchThread(worker, 0.1, resolve))
    await worker.terminate()
    expect(error).toBeInstanceOf(SolveTimeout)
    expect(error.message).toBe('The optimizer did not end within 0 s. Ask for fewer stops at once.')
  })
})
