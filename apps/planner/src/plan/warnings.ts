// Warnings of stops in the reader's words.
import type { OptimizationWarning } from '@routewright/contract'
import type { TFunction } from 'i18next'

/** Ours by code; the service's own sentence has the figures and follows in details. */
export function warningText({ code, message }: OptimizationWarning, t: TFunction): string {
  return t(`editor:warning.${code}`, { defaultValue: message })
}
