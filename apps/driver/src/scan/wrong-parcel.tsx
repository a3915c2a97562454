// The whole screen red: this parcel does not belong here, and where it does.
import { useEffect, useRef } from 'react'
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
  const screen = useRef<HTMLDivElement>(null)
  useEffect(() => signal('wrong', isLoud), [isLoud])
  // Not its button: the Enter of a scanner that types would press it.
  useEffect(() => screen.current?.focus(), [])
  return (
    <div
      ref={screen}
      tabIndex={-1}
      className="wrong-parcel"
      role="alertdialog"
      aria-modal="true"
      aria-label={t('scan.wrongTitle')}
    >
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
