// Plants one fault in the copy, runs its tests step by step, and says whether one of them noticed it.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ChooseTests } from './choose-tests.ts'
import type { DrawnFault } from './draw.ts'
import { plant } from './faults.ts'
import type { TestRunner } from './test-runner.ts'

export interface Verdict {
  /** `not_asked`: no test that runs here imports it, as with what only a browser shows. */
  outcome: 'killed' | 'survived' | 'not_asked'
  /** Name of the test that failed, or that one hung. */
  by?: string
  /** The failed test's file. */
  killer?: string
  /** Test files that passed in spite of the fault. */
  passed: number
  /** Test files that the time did not suffice for. */
  left: number
  milliseconds: number
}

/** How many times as long as no more tests begin, until those that run are taken to hang. */
const HANG_FACTOR = 3

/** The part of a runner that a judge needs. */
export type Runs = Pick<TestRunner, 'run' | 'noteChange'>

export class Judge {
  /** Test files that fail, or take too long, without any fault. */
  private readonly broken = new Set<string>()
  private readonly folder: string
  private readonly runner: Runs
  private readonly chooseTests: ChooseTests
  private readonly limitMs: number

  /** Begins no tests for a fault after `limitMs`; those that then still run after three times as long are taken to hang. */
  constructor(folder: string, runner: Runs, chooseTests: ChooseTests, limitMs: number) {
    this.folder = folder
    this.runner = runner
    this.chooseTests = chooseTests
    this.limitMs = limitMs
  }

  /** Plants the fault, runs its tests until one fails, and puts the file back. */
  async judge({ file, fault }: DrawnFault): Promise<Verdict> {
    const began = Date.now()
    const spent = () => Date.now() - began
    const calls = this.chooseTests({ path: file.path, text: file.text, offset: fault.start })
    let passed = 0
    try {
      this.write(file.path, plant(file.text, fault))
      while (calls.length > 0 && spent() < this.limitMs) {
        const tests = calls[0]!.filter((test) => !this.broken.has(test))
        const result = await this.runner.run(tests, HANG_FACTOR * this.limitMs)
        if (result === 'timed_out') {
          this.write(file.path, file.text)
          // Where they take half as long without the fault, the machine is slow, and nothing is known.
          const { length } = await this.findBroken(tests, (HANG_FACTOR * this.limitMs) / 2)
          if (length === 0) return { outcome: 'killed', by: 'timed out', passed, left: 0, milliseconds: spent() }
          this.write(file.path, plant(file.text, fault))
          continue
        }
        if (result.failed) {
          const { file: killer, test } = result.failed
          return { outcome: 'killed', by: test, killer, passed, left: 0, milliseconds: spent() }
        }
        passed += result.ran.length
        calls.shift()
      }
      const outcome = passed > 0 ? 'survived' : 'not_asked'
      return { outcome, passed, left: calls.flat().length, milliseconds: spent() }
    } finally {
      this.write(file.path, file.text)
    }
  }

  /** Runs test files without any fault; returns those that fail or take too long, and never runs these again. */
  async findBroken(tests: readonly string[], limitMs = this.limitMs * tests.length): Promise<string[]> {
    const found: string[] = []
    for (let left = [...tests]; left.length > 0; ) {
      const result = await this.runner.run(left, limitMs)
      if (result !== 'timed_out' && !result.failed) break
      const isNamed = result !== 'timed_out' && left.includes(result.failed!.file)
      const guilty = isNamed ? [result.failed!.file] : left
      found.push(...guilty)
      left = left.filter((test) => !guilty.includes(test))
    }
    for (const test of found) this.broken.add(test)
    return found
  }

  private write(path: string, text: string): void {
    writeFileSync(join(this.folder, path), text)
    this.runner.noteChange(path)
  }
}
