// The place of one row: what was found for it, and the map to put it right.
import { Modal, Stack, Text, TextInput } from '@mantine/core'
import { correctAddress } from '@routewright/client/operations'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PlaceValue } from '../forms/place.ts'
import { DialogButtons } from '../shell/dialog-buttons.tsx'
import { call } from '../shell/service.ts'
import { placeByHand, placeState, useImport } from './import-store.ts'
import { usePlaceText } from './place-text.ts'

const PlaceInput = lazy(async () => ({ default: (await import('../forms/place-input.tsx')).PlaceInput }))
const PointMap = lazy(async () => ({ default: (await import('../forms/point-map.tsx')).PointMap }))

export function PlaceDialog({ row, onClose }: { row: number; onClose(): void }) {
  const { t } = useTranslation(['import', 'shell'])
  const placeText = usePlaceText()
  const state = useImport()
  const { address, stop } = state.rows[row]!
  const { state: found, place } = placeState(state, row)
  const [value, setValue] = useState<PlaceValue>({
    label: address,
    lat: place?.lat ?? '',
    lng: place?.lng ?? '',
  })
  const isComplete = value.lat !== '' && value.lng !== ''
  const save = () => {
    if (!isComplete) return
    placeByHand(row, { ...(value.found ?? {}), lat: Number(value.lat), lng: Number(value.lng) })
    // The next import of this address has it at once; this one does not wait for that.
    if (address !== '')
      call(correctAddress, { body: { address, lat: Number(value.lat), lng: Number(value.lng) } }).catch(() => {})
    onClose()
  }
  return (
    <Modal opened onClose={onClose} size="lg" title={t('place_title', { row: row + 1, name: stop.label ?? '' })}>
      <Stack>
        <Text size="sm">{placeText(found, place)}</Text>
        <Suspense fallback={<TextInput label={t('fields.address')} value={value.label} disabled readOnly />}>
          <PlaceInput label={t('fields.address')} value={value} onChange={setValue} hasMap={false} />
        </Suspense>
        <Suspense fallback={<div style={{ height: 340 }} />}>
          <PointMap
            height={340}
            point={isComplete ? { lat: Number(value.lat), lng: Number(value.lng) } : undefined}
            onPick={({ lat, lng }) => setValue({ ...value, lat, lng })}
          />
        </Suspense>
        <DialogButtons label={t('take_place')} onCancel={onClose} onClick={save} disabled={!isComplete} />
      </Stack>
    </Modal>
  )
}
