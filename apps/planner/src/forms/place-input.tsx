// An address: suggestions while it is typed, and behind a button its coordinates and a point on the map for what no search finds.

import { Autocomplete, Group, Loader, NumberInput, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import * as operations from '@routewright/client/operations'
import { readWrittenPoint } from '@routewright/contract/written-point'
import { IconMapPin } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../shell/icon-button.tsx'
import { useAnswer } from '../shell/use-answer.ts'
import { type PlaceValue, placeText, typedPlace } from './place.ts'
import type { Point } from './point-map.tsx'

const PointMap = lazy(async () => ({ default: (await import('./point-map.tsx')).PointMap }))

interface PlaceInputProps {
  label: string
  description?: string
  error?: string
  withAsterisk?: boolean
  value: PlaceValue
  onChange(value: PlaceValue): void
  /** Whether it brings a map of its own. */
  hasMap?: boolean
}

export function PlaceInput({ value, onChange, hasMap = true, ...common }: PlaceInputProps) {
  const { t } = useTranslation('records')
  const [isOpen, setOpen] = useState(false)
  // A place without an address is known by its coordinates alone.
  const [isBare] = useState(value.label === '' && value.lat !== '')
  const { byText, isFetching } = useFoundPlaces(value)
  const type = (label: string) => {
    const place = byText.get(label)
    onChange(place ? { label, lat: place.lat ?? '', lng: place.lng ?? '', found: place } : typedPlace(value, label))
  }
  const set = (part: Partial<PlaceValue>) => onChange({ ...value, ...part })
  return (
    <Stack gap={6} role="group" aria-label={common.label}>
      <Autocomplete
        {...common}
        value={value.label}
        onChange={type}
        data={[...byText.keys()]}
        filter={({ options }) => options}
        autoComplete="off"
        rightSection={
          isFetching ? <Loader size={14} /> : hasMap && <MapButton isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
        }
      />
      {(isOpen || isBare || !hasMap) && (
        <Group gap="xs" wrap="nowrap" align="flex-end">
          <Degrees onPoint={set} label={t('latitude')} value={value.lat} most={90} onChange={(lat) => set({ lat })} />
          <Degrees onPoint={set} label={t('longitude')} value={value.lng} most={180} onChange={(lng) => set({ lng })} />
        </Group>
      )}
      {value.label.trim() !== '' && value.lat === '' && (
        <Text size="xs" c="var(--rw-late)">
          {t('no_coordinates')}
        </Text>
      )}
      {isOpen && (
        <Suspense fallback={<div style={{ height: 260 }} />}>
          <PointMap
            point={value.lat === '' || value.lng === '' ? undefined : { lat: value.lat, lng: value.lng }}
            onPick={set}
          />
        </Suspense>
      )}
    </Stack>
  )
}

/** Places for what is typed, by their text; none is asked for while the text is that of a known one. */
function useFoundPlaces({ label, found: known }: PlaceValue) {
  const [typed] = useDebouncedValue(label, 250)
  const isKnown = known !== undefined && placeText(known) === typed
  const { data: found = [], isFetching } = useAnswer(
    ['addresses', typed],
    operations.findAddresses,
    { text: typed },
    {
      how: { once: true },
      enabled: typed.trim().length >= 3 && !isKnown && readWrittenPoint(typed) === undefined,
      staleTime: 5 * 60_000,
    },
  )
  return { byText: new Map(found.map((place) => [placeText(place), place])), isFetching }
}

interface DegreesProps {
  label: string
  value: number | ''
  most: number
  onChange(value: number | ''): void
  /** Both coordinates were pasted into it. */
  onPoint(point: Point): void
}

function Degrees({ label, value, most, onChange, onPoint }: DegreesProps) {
  return (
    <NumberInput
      size="xs"
      aria-label={label}
      placeholder={label}
      value={value}
      min={-most}
      max={most}
      decimalScale={6}
      hideControls
      onPaste={(event) => {
        const point = readWrittenPoint(event.clipboardData.getData('text'))
        if (!point) return
        event.preventDefault()
        onPoint(point)
      }}
      onChange={(degrees) => onChange(degrees === '' ? '' : Number(degrees))}
    />
  )
}

function MapButton({ isOpen, onToggle }: { isOpen: boolean; onToggle(): void }) {
  const { t } = useTranslation('records')
  return (
    <IconButton
      icon={IconMapPin}
      iconSize={16}
      label={t(isOpen ? 'hide_map' : 'on_map')}
      aria-expanded={isOpen}
      onClick={onToggle}
    />
  )
}
