// Why a stop was given up, in the words of the project's list, else in the reader's.
import { useTranslation } from 'react-i18next'
import { useProject } from './session.ts'

/** Drivers send the id of a reason of the list, other callers any text. */
export function useReasonText(): (reason: string) => string {
  const { t } = useTranslation('analytics')
  const { cancel_reasons } = useProject()
  return (reason) =>
    cancel_reasons.find(({ id }) => id === reason)?.label || t(`reason.${reason}`, { defaultValue: reason })
}
