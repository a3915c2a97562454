// For whom a table was written: decides between day and month, and between decimals and thousands, where the table does not.
import type { Setting } from '@routewright/reading'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useProject } from '../../shell/session.ts'

/** The project's zone and language; the reader's language where the project has none. */
export function useSetting(): Setting {
  const { i18n } = useTranslation()
  const { timezone, settings, currency } = useProject()
  const language = settings.language || i18n.language
  return useMemo(
    () => ({ timeZone: timezone, language, ...(currency && { currency }) }),
    [timezone, language, currency],
  )
}
