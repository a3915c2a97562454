// The address of a stop: places are offered while it is typed.

import { Autocomplete } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import * as operations from '@routewright/client/operations'
import type { Location } from '@routewright/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { OwnInputProps } from '../forms/fields.ts'
import { call } from '../shell/service.ts'

export interface Address {
  text: string
  /** The place that was chosen or saved; missing once the text was changed. */
  place: Location | undefined
}

/** An address without a chosen place is kept as it is, and flagged. */
export function AddressInput({ label, value: { text, place }, onChange }: OwnInputProps<Address>) {
  const { t } = useTranslation('editor')
  const isKnown = place?.lat !== undefined
  const [asked] = useDebouncedValue(text.trim(), 250)
  const { data } = useQuery({
    queryKey: ['addresses', asked],
    queryFn: ({ signal }) => call(operations.findAddresses, { text: asked }, { signal, once: true }),
    enabled: asked.length >= 3 && !isKnown,
    staleTime: 300_000,
  })
  const places = new Map((data ?? []).map((found) => [labelOf(found), found]))
  return (
    <Autocomplete
      label={label}
      description={isKnown ? undefined : t('address_hint')}
      value={text}
      data={[...places.keys()]}
      filter={({ options }) => options}
      onChange={(typed) => onChange({ text: typed, place: undefined })}
      onOptionSubmit={(chosen) => {
        const found = places.get(chosen)
        if (found) onChange({ text: chosen, place: found })
      }}
    />
  )
}

function labelOf(place: Location): string {
  const town = [place.postal_code, place.city].filter(Boolean).join(' ')
  return place.label ?? [place.main_text ?? place.street, place.secondary_text ?? town].filter(Boolean).join(', ')
}
