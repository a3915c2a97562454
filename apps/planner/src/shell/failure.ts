// Failed calls in words for people: the fault and the remedy.
import { ServiceError } from '@routewright/client/service'
import type { OptimizationRun } from '@routewright/contract'
import type { TFunction } from 'i18next'
import { NoPasskey } from './no-passkey.ts'

/** In the reader's words where we have some for the code, else the service's own sentence. */
export function failureText(error: unknown, t: TFunction): string {
  if (error instanceof NoPasskey) return t('shell:second_step.passkey_failed')
  if (!(error instanceof ServiceError)) return t('shell:failure.unexpected')
  if (error.status === 0) return t('shell:failure.offline')
  if (error.status === 429) return t('shell:failure.busy')
  if (error.status >= 500) return t('shell:failure.failing', { request: error.requestId ?? '–' })
  if (error.messageId === 'highway.user.error.forbidden') return t('shell:failure.forbidden')
  return error.messageId ? refusalText(error.messageId, error.message, t) : error.message
}

/** A refusal in the reader's words; `message` is the service's own sentence. */
export function refusalText(messageId: string, message: string, t: TFunction): string {
  const key = messageId.replace(/^highway\./, '').replaceAll('.', '_')
  return t(`shell:refusal.${key}`, { defaultValue: message })
}

/** Why an optimization failed. */
export function reasonOfRun({ error }: Pick<OptimizationRun, 'error'>, t: TFunction): string {
  return error ? refusalText(error.message_id, error.message, t) : ''
}
