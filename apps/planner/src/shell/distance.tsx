// A distance, with a word where straight lines are part of it: no roads are known there, so it is an estimate.
import { useTranslation } from 'react-i18next'
import { useFormats } from './session.ts'

export function Distance({
  of: { distance, straight_distance },
}: {
  of: { distance: number; straight_distance?: number | undefined }
}) {
  const { t } = useTranslation('shell')
  const formats = useFormats()
  return (
    <>
      {formats.distance(distance)}
      {straight_distance !== undefined && <span> {t('partly_straight')}</span>}
    </>
  )
}
