// How a row came to its place, in words.
import { useTranslation } from 'react-i18next'
import { useFormats } from '../shell/session.ts'
import type { Place, PlaceState } from './rows.ts'

export function usePlaceText(): (state: PlaceState, place: Place | undefined) => string {
  const { t } = useTranslation('import')
  const formats = useFormats()
  return (state, place) => {
    const date = place?.corrected_at === undefined ? '' : formats.date(place.corrected_at)
    return t(`places.${state}`, { found: place?.label ?? '', date })
  }
}
