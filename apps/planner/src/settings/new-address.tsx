// A new address for a source that others send to: asked about first, since the one before ends, and shown once.
import { Modal, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { useAction } from '../shell/use-action.ts'
import { ShownOnce } from './shown-once.tsx'

interface NewAddressOptions<Source> {
  /** Prefix of its words in the settings: `new_address` and `new_address_text` stand below. */
  words: 'orders' | 'trackers'
  action: ReturnType<typeof useAction>
  renew(source: Source): Promise<{ address?: string | undefined }>
  /** After it was renewed. */
  onRenewed(): Promise<unknown>
}

/** The address that a source has from now on, until the reader has kept it. */
export function useNewAddress<Source extends { label: string }>(options: NewAddressOptions<Source>) {
  const { words, action, renew, onRenewed } = options
  const { t } = useTranslation(['settings', 'shell'])
  const [address, setAddress] = useState('')
  const run = (source: Source) =>
    action.run(async () => {
      const renewed = await renew(source)
      setAddress(renewed.address ?? '')
      await onRenewed()
    })
  /** The senders send into the void from then on until the new address is entered there. */
  const ask = (source: Source) =>
    modals.openConfirmModal({
      title: t(`${words}.new_address`),
      children: <Text size="sm">{t(`${words}.new_address_text`, { label: source.label })}</Text>,
      labels: { confirm: t(`${words}.new_address`), cancel: t('shell:cancel') },
      confirmProps: { color: 'red' },
      onConfirm: () => void run(source),
    })
  return { address, ask, forget: () => setAddress('') }
}

interface NewAddressProps {
  words: 'orders' | 'trackers'
  address: string
  onClose(): void
}

export function NewAddress({ words, address, onClose }: NewAddressProps) {
  const { t } = useTranslation('settings')
  return (
    <Modal opened={address !== ''} onClose={onClose} size="lg" title={t(`${words}.new_address`)}>
      <ShownOnce text={t(`${words}.address_once`)} value={address} onClose={onClose} />
    </Modal>
  )
}
