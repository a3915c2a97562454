// The places of rows, one after the other: what is written beside what was found, and the map to put it right.
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { correctAddress } from '@routewright/client/operations'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PlaceValue } from '../../forms/place.ts'
import { call } from '../../shell/service.ts'
import classes from './import.module.css'
import { getLine, isDoubtful, placeState, takePlace, turnPlaces, useImport } from './import-store.ts'
import { usePlaceText } from './place-text.ts'

const PlaceInput = lazy(async () => ({ default: (await import('../../forms/place-input.tsx')).PlaceInput }))
const PointMap = lazy(async () => ({ default: (await import('../../forms/point-map.tsx')).PointMap }))

interface Point {
  lat: number
  lng: number
}

/** The place of a row's address; the next import of this address has it at once, and this one does not wait for that. */
function confirmPlace(row: number, place: Point): void {
  const { address } = useImport.getState().rows[row]!
  const { lat, lng } = place
  takePlace(row, place)
  if (address !== '') call(correctAddress, { body: { address, lat, lng } }).catch(() => {})
}

/** Confirms the places found for the rows. */
function confirmAll(rows: readonly number[]): void {
  for (const row of rows) {
    const { state, place } = placeState(useImport.getState(), row)
    if (state === 'doubtful' && place) confirmPlace(row, place)
  }
}

/** One row, or several after each other; rows whose place has been settled meanwhile are passed over. */
export function PlaceDialog({ rows, onClose }: { rows: readonly number[]; onClose(): void }) {
  const { t } = useTranslation('import')
  const [at, setAt] = useState(0)
  const row = rows[at]!
  const label = useImport((state) => state.rows[row]!.stop.label)
  const line = useImport((state) => getLine(state, row))
  const next = () => {
    const state = useImport.getState()
    const following = rows.findIndex((row, index) => index > at && isDoubtful(placeState(state, row).state))
    if (following < 0) onClose()
    else setAt(following)
  }
  const count = rows.length > 1 ? t('place_of_many', { place: at + 1, count: rows.length }) : ''
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={[t('place_title', { row: line, name: label ?? '' }), count].filter(Boolean).join(' · ')}
    >
      <OnePlace key={row} row={row} rest={rows.slice(at)} onNext={next} isOfMany={rows.length > 1} />
    </Modal>
  )
}

interface OnePlaceProps {
  row: number
  /** This row and those after it. */
  rest: readonly number[]
  /** To the next one, or out of the dialog. */
  onNext(): void
  isOfMany: boolean
}

function OnePlace({ row, rest, onNext, isOfMany }: OnePlaceProps) {
  const { t } = useTranslation(['import', 'shell'])
  const state = useImport()
  const { address } = state.rows[row]!
  const { place } = placeState(state, row)
  const [value, setValue] = useState<PlaceValue>({ label: address, lat: place?.lat ?? '', lng: place?.lng ?? '' })
  const isComplete = value.lat !== '' && value.lng !== ''
  const save = () => {
    confirmPlace(row, { ...(value.found ?? {}), lat: Number(value.lat), lng: Number(value.lng) })
    onNext()
  }
  return (
    <Stack>
      <WrittenAndFound row={row} />
      <Suspense fallback={<TextInput label={t('search_place')} value={value.label} disabled readOnly />}>
        <PlaceInput label={t('search_place')} value={value} onChange={setValue} hasMap={false} />
      </Suspense>
      <Suspense fallback={<div style={{ height: 320 }} />}>
        <PointMap
          height={320}
          point={isComplete ? { lat: Number(value.lat), lng: Number(value.lng) } : undefined}
          onPick={({ lat, lng }) => setValue({ ...value, lat, lng })}
        />
      </Suspense>
      <Group justify="space-between">
        <ConfirmAll rows={rest} onDone={onNext} />
        <Group gap="xs">
          <Button variant="default" onClick={onNext}>
            {isOfMany ? t('later') : t('shell:cancel')}
          </Button>
          <Button onClick={save} disabled={!isComplete} data-autofocus>
            {t('take_place')}
          </Button>
        </Group>
      </Group>
    </Stack>
  )
}

/** Actions on this row and those that follow at once; hidden where there is only one to confirm. */
function ConfirmAll({ rows, onDone }: { rows: readonly number[]; onDone(): void }) {
  const { t } = useTranslation('import')
  const state = useImport()
  const found = rows.filter((row) => placeState(state, row).state === 'doubtful')
  const swapped = rows.filter((row) => placeState(state, row).state === 'swapped')
  const turn = () => {
    turnPlaces(swapped)
    onDone()
  }
  if (rows[0] === swapped[0] && swapped.length > 0) {
    return (
      <Button variant="subtle" onClick={turn}>
        {t('turn', { count: swapped.length })}
      </Button>
    )
  }
  if (found.length < 2) return <span />
  const confirm = () => {
    confirmAll(found)
    onDone()
  }
  return (
    <Button variant="subtle" onClick={confirm}>
      {t('confirm_all', { count: found.length })}
    </Button>
  )
}

/** The address of the file above the one that was found, so that the eye sees where they differ. */
function WrittenAndFound({ row }: { row: number }) {
  const { t } = useTranslation('import')
  const placeText = usePlaceText()
  const state = useImport()
  const { address } = state.rows[row]!
  const found = placeState(state, row)
  return (
    <dl className={classes.beside}>
      <Text component="dt" size="sm" c="dimmed">
        {t('written')}
      </Text>
      <Text component="dd" size="sm" fw={600}>
        {address || '–'}
      </Text>
      <Text component="dt" size="sm" c="dimmed">
        {t('found')}
      </Text>
      <Text component="dd" size="sm">
        {found.state === 'doubtful' ? found.place!.label : placeText(found)}
      </Text>
    </dl>
  )
}
