// Formats times and distances for this driver: in their language and region, in the project's zone and units.
import type { DriverSession } from '@routewright/contract'
import { createFormats, type Formats } from '@routewright/ui/format'
import { withRegion } from '@routewright/ui/locale'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

export function useFormats(session: DriverSession): Formats {
  const { i18n } = useTranslation()
  const { language } = i18n
  const { timezone } = session
  const { units } = session.settings
  return useMemo(
    () => createFormats({ language: withRegion(language), timeZone: timezone, ...(units ? { units } : {}) }),
    [language, timezone, units],
  )
}
