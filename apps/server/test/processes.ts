// Runs the command line as real processes, the way an operator does.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const BIN = fileURLToPath(new URL('../bin/routewright.mjs', import.meta.url))

export interface CommandResult {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

export interface RunningCommand {
  readonly child: ChildProcess
  /** The first line of standard output; rejects when the process ends without one. */
  firstLine(): Promise<string>
  /** Resolves when the process has ended. */
  ended(): Promise<CommandResult>
  /** Returns its standard error so far: the log of a service. */
  stderr(): string
}

/** Starts `routewright …`, of this version or the one at `program`; only the given settings reach it, not those of the tests. */
export function startCommand(
  args: readonly string[],
  settings: Record<string, string | undefined>,
  program = BIN,
): RunningCommand {
  const { PATH, HOME } = process.env
  // Roads and addresses take seconds to build: tests of them name an extract.
  const env = { PATH, HOME, OSM_FILE: 'none', ...settings } as NodeJS.ProcessEnv
  const child = spawn(process.execPath, [program, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const closed = once(child, 'close').then(([code, signal]) => ({ code, signal, stdout, stderr }) as CommandResult)
  return {
    child,
    ended: () => closed,
    stderr: () => stderr,
    async firstLine() {
      for (;;) {
        const end = stdout.indexOf('\n')
        if (end !== -1) return stdout.slice(0, end)
        const result = await Promise.race([once(child.stdout, 'data'), closed])
        if (!Array.isArray(result) && !result.stdout.includes('\n')) {
          throw new Error(`It ended with code ${result.code} and nothing printed: ${result.stderr}`)
        }
      }
    },
  }
}

/** Runs `routewright …` to its end. */
export async function runCommand(
  args: readonly string[],
  settings: Record<string, string | undefined>,
): Promise<CommandResult> {
  return startCommand(args, settings).ended()
}
