// Structured logs, one JSON object a line; no secret passes, wherever in a line it stands.
import { type Logger, pino } from 'pino'
import { redactSecrets } from './redact.ts'

export type Log = Logger

export interface LogOptions {
  level: string
  /** Where lines go; standard error by default, so that --json output stays clean. */
  write?: (line: string) => void
}

export function createLog(options: LogOptions): Log {
  const write = options.write ?? ((line: string) => process.stderr.write(line))
  return pino(
    { level: options.level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    { write: (line: string) => write(redactSecrets(line)) },
  )
}
