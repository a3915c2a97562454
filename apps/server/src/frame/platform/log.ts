// Structured logs, one JSON object a line; no secret passes, wherever in a line it stands.
import { type Logger, pino } from 'pino'
import { redactSecrets } from './redact.ts'

export type Log = Logger

export interface LogOptions {
  level: string
  /** Where lines go; standard error by default, so that --json output stays clean. */
  write?: (line: string) => void
  /** Fields of every line, asked for when it is written. */
  fields?: () => Record<string, string> | undefined
}

export function createLog(options: LogOptions): Log {
  const write = options.write ?? ((line: string) => process.stderr.write(line))
  const { fields } = options
  return pino(
    {
      level: options.level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      ...(fields ? { mixin: () => fields() ?? {} } : {}),
    },
    { write: (line: string) => write(redactSecrets(line)) },
  )
}
