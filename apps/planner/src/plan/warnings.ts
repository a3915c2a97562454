// Warnings of stops, and reasons why something is not done, in the reader's words.
import type { OptimizationWarning } from '@routewright/contract'
import type { TFunction } from 'i18next'
import { refusalText } from '../shell/failure.ts'

/** Ours by code; the service's own sentence has the figures and follows in details. */
export function warningText({ code, message }: OptimizationWarning, t: TFunction): string {
  return t(`editor:warning.${code}`, { defaultValue: message })
}

/** Writes the reason of a code, a warning's or a refusal's. */
export function getReason({ code, message }: { code: string; message: string }, t: TFunction): string {
  return code.startsWith('highway.')
    ? refusalText(code, message, t)
    : t(`editor:warning.${code}`, { defaultValue: message })
}
