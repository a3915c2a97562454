// `routewright doctor`: looks at the installation and says what to mend.
import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { Finding } from '../doctor/doctor.ts'
import { print } from './output.ts'

const MARKS: Record<Finding['state'], string> = { ok: 'ok     ', warning: 'warning', failed: 'FAILED ' }

/** Adds `doctor` to the program. Its exit code is 1 when something failed; warnings leave it at 0. */
export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('look at settings, files, database, clock and mail: before an upgrade and after it, too')
    .option('--data-dir <folder>', 'data directory of the service')
    .option('--json', 'print one line of JSON')
    .action(async (options: { dataDir?: string; json?: boolean }) => {
      const dataDirectory = options.dataDir === undefined ? undefined : resolve(options.dataDir)
      const { examine } = await import('../doctor/doctor.ts')
      const findings = await examine(process.env, { dataDirectory })
      if (options.json) print(findings, true)
      else for (const { name, state, message } of findings) console.log(`${MARKS[state]}  ${name}: ${message}`)
      if (findings.some(({ state }) => state === 'failed')) process.exitCode = 1
    })
}
