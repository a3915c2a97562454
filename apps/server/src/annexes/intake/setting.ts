// For whom tables and messages of a project were written: decides where they leave it open.
import type { Setting } from '@routewright/reading'
import type { ProjectRow } from '../../data/project-tables.ts'

type SettingParts = Pick<ProjectRow, 'timezone' | 'settings' | 'currency'>

export function getSetting({ timezone, settings, currency }: SettingParts): Setting {
  const { language } = settings
  return {
    timeZone: timezone,
    ...(typeof language === 'string' && { language }),
    ...(currency && { currency }),
  }
}
