// Labels of some stops, of a route, or of what was imported just now, as a dialog.
import { Modal } from '@mantine/core'
import type { LabelSelection } from '@routewright/contract'
import { useTranslation } from 'react-i18next'
import { LabelForm } from './label-form.tsx'

export function LabelDialog({ selection, onClose }: { selection: LabelSelection; onClose(): void }) {
  const { t } = useTranslation('labels')
  return (
    <Modal opened onClose={onClose} title={t('title')}>
      <LabelForm selection={selection} onPrinted={onClose} />
    </Modal>
  )
}
