// The whole screen red: this parcel does not belong here, and where it does.
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { signal } from './sound.ts'

export interface WrongScan {
  code: string
  /** The place in the route of the stop that it belongs to; unknown parcels have none. */
  stopNumber?: string
  stopName?: string
}

export function WrongParcel({ wrong, isLoud, onClose }: { wrong: WrongScan; isLoud: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  useEffect(() => signal('wrong', isLoud), [isLoud])
  return (
    <div className="wrong-parcel" role="alertdialog" aria-modal="true" aria-label={t('scan.wrongTitle')}>
      <Icon name="warning" size={72} />
      <h1>{t('scan.wrongTitle')}</h1>
      <p className="code">{wrong.code}</p>
      {wrong.stopNumber ? (
        <>
          <p>{t('scan.belongsTo')}</p>
          <p className="number">{wrong.stopNumber}</p>
          {wrong.stopName && <p>{wrong.stopName}</p>}
        </>
      ) : (
        <p>{t('scan.notOnRoute')}</p>
      )}
      <Button look="main" text={t('scan.understood')} onClick={onClose} />
    </div>
  )
}
