// Lawful days, many of them: 2,000 small sequences against an exhaustive search, and 1,000 weeks (10,000 days of drivers) against the texts of the
// laws. `npm run bench -- driving`, with `--quick` a tenth of it, with `--weeks 10000` so many weeks.
import { compareWithExhaustive, driveWeeks } from '../../packages/solver/test/lawful-runs.ts'

const share = process.argv.includes('--quick') ? 0.1 : 1
const sequences = 2_000 * share
const weeksAt = process.argv.indexOf('--weeks')
const weeks = weeksAt > 0 ? Number(process.argv[weeksAt + 1]) : 1_000 * share

const startedAt = performance.now()
const { wrong, withBreaks } = compareWithExhaustive(0, sequences)
print(`${sequences} sequences, ${withBreaks} with breaks: ${sequences - wrong.length} as the exhaustive search`)
for (const line of wrong) print(`  ${line}`)
const { breaches, days, breaks, laterRoutes } = driveWeeks(0, weeks)
print(
  `${days} days of drivers in ${weeks} weeks, ${laterRoutes} second and third routes of a day, ${breaks} breaks: ${breaches.length} against the law`,
)
for (const line of breaches) print(`  ${line}`)
print(`${Math.round((performance.now() - startedAt) / 1000)} s`)
if (wrong.length > sequences / 1000 || breaches.length > 0) process.exitCode = 1

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
