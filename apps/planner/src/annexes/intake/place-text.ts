// How a row came to its place, in words.
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shell/session.ts'
import type { FoundPlace } from './import-store.ts'

export function usePlaceText(): (found: FoundPlace) => string {
  const { t } = useTranslation('import')
  const formats = useFormats()
  return ({ state, place, outlying }) => {
    const date = place?.corrected_at === undefined ? '' : formats.date(place.corrected_at)
    const kilometers = formats.number(outlying?.kilometers ?? 0)
    return t(`places.${state}`, { found: place?.label ?? '', date, kilometers })
  }
}
