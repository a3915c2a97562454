// What a failed call says to people: what went wrong and what to do about it.
import { ServiceError } from '@routewright/client/service'
import type { TFunction } from 'i18next'

/** In the reader's words where we have some for the code, else the service's own sentence. */
export function failureText(error: unknown, t: TFunction): string {
  if (!(error instanceof ServiceError)) return t('shell:failure.unexpected')
  if (error.status === 0) return t('shell:failure.offline')
  if (error.status === 429) return t('shell:failure.busy')
  if (error.status >= 500) return t('shell:failure.failing', { request: error.requestId ?? '–' })
  if (error.messageId === 'highway.user.error.forbidden') return t('shell:failure.forbidden')
  const key = error.messageId && `shell:refusal.${error.messageId.replace(/^highway\./, '').replaceAll('.', '_')}`
  return key ? t(key, { defaultValue: error.message }) : error.message
}
