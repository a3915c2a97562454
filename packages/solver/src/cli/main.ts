/** The solver as a command of its own, without the service: `node packages/solver/src/cli/main.ts solve FILE …`. */

import { runSolve } from './solve-command.ts'

const [command, ...rest] = process.argv.slice(2)
if (command === 'solve') {
  const cancel = new Int32Array(new SharedArrayBuffer(4))
  // The first interrupt ends the search and prints the best plan so far, the second ends the process.
  process.once('SIGINT', () => Atomics.store(cancel, 0, 1))
  // The time budget starts with the process and includes loading modules.
  process.exitCode = await runSolve(rest, { stdout: process.stdout, stderr: process.stderr, startedAtMs: 0, cancel })
} else {
  process.stderr.write('Usage: node packages/solver/src/cli/main.ts solve FILE [options]\n')
  process.exitCode = 2
}
