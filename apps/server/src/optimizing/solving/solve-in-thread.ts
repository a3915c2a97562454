// Runs the optimizer in a thread, with limits of time and memory, so that the event loop keeps serving requests.
import { Worker } from 'node:worker_threads'
import type { Solution } from '@routewright/solver'
import type { ExplainAnswer, ExplainOrder } from './explain-plan.worker.ts'
import type { Phase, Remedy, SolvedAlternative, SolveOrder } from './solve.worker.ts'
import type { WeekAnswer, WeekSolveOrder } from './solve-week.worker.ts'
import { watchThread } from './thread-watch.ts'

export interface SolveProgress {
  fraction: number
  cost: number
  unassigned: number
  /** Sequences of the best plan so far, stop indices by vehicle, when requested and due. */
  orders?: number[][]
}

export interface SolveAnswer {
  solution: Solution
  remedies: readonly Remedy[]
  alternatives: readonly SolvedAlternative[]
  /** Search steps tried; 0 where stops were only inserted. */
  iterations: number
  phases: readonly Phase[]
}

export interface RunningSolve<Answer = SolveAnswer> {
  /** The checked solution. Rejects when the thread fails, hangs, or breaks a rule. */
  result: Promise<Answer>
  /** Ends the search with the best solution so far. */
  cancel(): void
  /** Ends the thread; `result` rejects. */
  kill(): Promise<void>
}

/** Heap of the thread; matrices are outside it, in shared memory. */
const heapMegabytes = 1_536
/** Seconds of a processor that the thread may take beyond its search time, to build and check its solution. */
const graceSeconds = 60
export function startSolve(
  order: Omit<SolveOrder, 'cancel'>,
  onProgress: (progress: SolveProgress) => void,
): RunningSolve {
  return startThread<SolveAnswer>('./solve.worker.ts', order, onProgress)
}

/** Solves several days together; see `solvePeriods`. */
export function startWeekSolve(
  order: Omit<WeekSolveOrder, 'cancel'>,
  onProgress: (progress: SolveProgress) => void,
): RunningSolve<WeekAnswer> {
  return startThread<WeekAnswer>('./solve-week.worker.ts', order, onProgress)
}

/** Explains a plan; see `explainPlan`. */
export function startExplaining(order: ExplainOrder): RunningSolve<ExplainAnswer> {
  return startThread<ExplainAnswer>('./explain-plan.worker.ts', order, () => {})
}

type Told<Answer> = ({ kind: 'progress' } & SolveProgress) | ({ kind: 'done'; faults: string[] } & Answer)

function startThread<Answer>(
  program: string,
  order: { seconds: number },
  onProgress: (progress: SolveProgress) => void,
): RunningSolve<Answer> {
  const cancel = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(new URL(program, import.meta.url), {
    workerData: { ...order, cancel },
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
  })
  const result = new Promise<Answer>((resolve, reject) => {
    const stopWatching = watchThread(worker, order.seconds + graceSeconds, (error) => {
      reject(error)
      void worker.terminate()
    })
    worker.on('message', (message: Told<Answer>) => {
      if (message.kind === 'progress') return onProgress(message)
      if (message.faults.length === 0) resolve(message)
      else reject(new Error(`The checker refused the solution: ${message.faults.join('; ')}`))
      void worker.terminate()
    })
    worker.on('error', reject)
    worker.on('exit', (code) => {
      stopWatching()
      reject(new Error(`The optimizer's thread ended with code ${code} before it answered.`))
    })
  })
  // Nobody may be awaiting the result any more; its rejection must not end the process then.
  result.catch(() => {})
  return {
    result,
    cancel: () => Atomics.store(cancel, 0, 1),
    kill: async () => {
      await worker.terminate()
    },
  }
}
