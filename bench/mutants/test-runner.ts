// Keeps a process that runs tests in the copy, and ends it with all that it started when a run takes too long.

import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

/** Sent to the process: files that changed since the last run, and the test files to run. */
export interface RunOrder {
  changed: string[]
  tests: string[]
}

/** Response: the files that ran, and the first failure. */
export interface RunAnswer {
  ran: string[]
  failed?: { file: string; test: string }
}

export type RunResult = RunAnswer | 'timed_out'

export class TestRunner {
  private child: ChildProcess | undefined
  private changed = new Set<string>()
  private readonly folder: string
  private readonly environment: NodeJS.ProcessEnv
  private readonly options: readonly string[]

  /** Begins nothing yet. `options` go to the process. */
  constructor(folder: string, environment: NodeJS.ProcessEnv, options: readonly string[]) {
    this.folder = folder
    this.environment = environment
    this.options = options
  }

  /** Notes that a file of the copy is another now. */
  noteChange(path: string): void {
    this.changed.add(path)
  }

  /** Runs test files, one after the other, until one fails. After `limitMs` all processes are killed; the next run begins anew. */
  async run(tests: readonly string[], limitMs: number): Promise<RunResult> {
    this.child ??= await this.begin()
    const order: RunOrder = { changed: [...this.changed], tests: [...tests] }
    this.changed.clear()
    const answered = this.nextAnswer(this.child)
    this.child.send(order)
    const late = new Promise<'timed_out'>((done) => {
      const timer = setTimeout(() => done('timed_out'), limitMs)
      answered.finally(() => clearTimeout(timer))
    })
    const result = await Promise.race([answered, late])
    if (result === 'timed_out') this.end()
    return result
  }

  end(): void {
    const pid = this.child?.pid
    this.child?.removeAllListeners()
    this.child = undefined
    if (pid === undefined) return
    try {
      // Detached: the process leads a group, and the workers belong to it.
      process.kill(-pid, 'SIGKILL')
    } catch {
      // It ended by itself.
    }
  }

  private async begin(): Promise<ChildProcess> {
    const script = join(this.folder, 'bench/mutants/run-tests.ts')
    const child = spawn(process.execPath, [script, ...this.options], {
      cwd: this.folder,
      env: this.environment,
      detached: true,
      stdio: ['ignore', 'ignore', process.env.ROUTEWRIGHT_MUTANTS_LOUD ? 'inherit' : 'ignore', 'ipc'],
    })
    await this.nextAnswer(child)
    return child
  }

  /** A process that ends without a result counts as a failed test: a fault may have ended it. */
  private nextAnswer(child: ChildProcess): Promise<RunAnswer> {
    return new Promise((done) => {
      const onExit = () => {
        this.end()
        done({ ran: [], failed: { file: '', test: 'the process of the tests ended' } })
      }
      child.once('exit', onExit)
      child.once('message', (message: RunAnswer) => {
        child.off('exit', onExit)
        done(message)
      })
    })
  }
}
