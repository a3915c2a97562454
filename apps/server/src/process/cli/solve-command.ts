// `routewright solve FILE`: the optimizer's own command; it needs no service and loads none.
import type { Command } from 'commander'

/** Runs the command; sets the exit code. The time budget counts from the start of the process. */
export async function solve(args: readonly string[]): Promise<void> {
  const { runSolve } = await import('@routewright/solver/cli')
  process.exitCode = await runSolve(args, { stdout: process.stdout, stderr: process.stderr, startedAtMs: 0 })
}

/** Adds `solve` to the program's help; its options are read by the optimizer itself. */
export function addSolveCommand(program: Command): void {
  program
    .command('solve')
    .description('plan the routes of a problem file (Solomon, CVRPLIB, Li & Lim, VROOM); see solve --help')
    .argument('[arguments...]')
    .helpOption(false)
    .allowUnknownOption()
    .action(async (_arguments, _options, command: Command) => solve(command.args))
}
