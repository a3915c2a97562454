// Where an address really is: the address as people write it, and its place, found, typed or set on the map.
import { Modal, Skeleton, Stack, TextInput } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { CorrectedAddress } from '@routewright/contract'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { emptyPlace, type PlaceValue, shownPlace } from '../forms/place.ts'
import { DialogButtons } from '../shell/dialog-buttons.tsx'
import { noteSuccess } from '../shell/notices.tsx'
import { call } from '../shell/service.ts'
import { Refusal } from '../shell/states.tsx'
import { useAction } from '../shell/use-action.ts'

const PlaceInput = lazy(async () => ({ default: (await import('../forms/place-input.tsx')).PlaceInput }))

interface AddressWindowProps {
  /** Undefined for a new one. */
  corrected: CorrectedAddress | undefined
  onClose(): void
  onSaved(): Promise<unknown>
}

export function AddressWindow({ corrected, onClose, onSaved }: AddressWindowProps) {
  const { t } = useTranslation(['settings', 'records', 'shell'])
  const action = useAction()
  const [address, setAddress] = useState(corrected?.address ?? '')
  const [place, setPlace] = useState<PlaceValue>(corrected ? shownPlace({ ...corrected.location }) : emptyPlace)
  const { lat, lng } = place
  const isReady = address.trim() !== '' && lat !== '' && lng !== ''
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (lat === '' || lng === '') return
    void action.run(async () => {
      await call(operations.correctAddress, { body: { address: address.trim(), lat, lng } })
      noteSuccess(t('records:saved'))
      await onSaved()
      onClose()
    })
  }
  const title = t(corrected ? 'addresses.edit' : 'addresses.new')
  return (
    <Modal opened onClose={onClose} title={title} size="lg" closeOnClickOutside={false}>
      <form onSubmit={save}>
        <Stack>
          <TextInput
            label={t('addresses.address')}
            description={t('addresses.address_hint')}
            required
            maxLength={500}
            readOnly={corrected !== undefined}
            data-autofocus={corrected === undefined}
            value={address}
            onChange={(event) => setAddress(event.currentTarget.value)}
          />
          <PlaceOfAddress value={place} onChange={setPlace} />
          <Refusal text={action.failure} />
          <DialogButtons label={t('addresses.save')} loading={action.isBusy} disabled={!isReady} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  )
}

function PlaceOfAddress({ value, onChange }: { value: PlaceValue; onChange(value: PlaceValue): void }) {
  const { t } = useTranslation('settings')
  return (
    <Suspense fallback={<Skeleton height={120} />}>
      <PlaceInput
        label={t('addresses.place')}
        description={t('addresses.place_hint')}
        value={value}
        onChange={onChange}
      />
    </Suspense>
  )
}
