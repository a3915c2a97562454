// A sheet from the bottom for a short choice; Escape, the cross and the dark around it close it.
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { RoundButton } from './button.tsx'

interface Props {
  title: string
  /** Absent where the driver must respond. */
  onClose?: () => void
  children: ReactNode
}

export function Sheet({ title, onClose, children }: Props) {
  const { t } = useTranslation()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself; the click is on the dark around it
    <dialog
      ref={dialog}
      className="sheet"
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose?.()
      }}
    >
      <div className="sheet-body">
        <header className="row">
          <h2 className="grow">{title}</h2>
          {onClose && <RoundButton icon="close" label={t('action.close')} onClick={onClose} />}
        </header>
        {children}
      </div>
    </dialog>
  )
}
