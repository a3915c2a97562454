// Charging places: where electric vans may charge between two stops, as a list and on a map, with a form for each.
import * as operations from '@routewright/client/operations'
import type { ChargingPlace, ChargingPlaceInput } from '@routewright/contract'
import { IconChargingPile } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { nameOfPlace, placeColumns } from '../../depots/place-columns.tsx'
import { PlaceKinds } from '../../depots/place-kinds.tsx'
import { mergeWhole } from '../../forms/fields.ts'
import { RecordsPage, useRecordPage } from '../../records/records-page.tsx'
import { useEditedRecord } from '../../records/use-edited-record.ts'
import type { Column } from '../../shell/column-table.tsx'
import { call } from '../../shell/service.ts'
import { useFormats, useMayPlan, useProject } from '../../shell/session.ts'
import { chargingSections } from './charging-fields.ts'

const RecordForm = lazy(async () => ({
  default: (await import('../../forms/record-form.tsx')).RecordForm<ChargingPlace>,
}))
const PlacesMap = lazy(async () => ({
  default: (await import('../../depots/places-map.tsx')).PlacesMap<ChargingPlace>,
}))
const path = '/depots/charging'

export function ChargingPage() {
  const { t } = useTranslation(['charging', 'records'])
  const mayPlan = useMayPlan()
  const query = useRecordPage(path, 'charging', (parameters, signal) =>
    call(operations.listChargingPlaces, parameters, { signal }),
  )
  const columns = useColumns()
  const edited = useEditedPlace()
  const places = query.data?.docs ?? []
  return (
    <RecordsPage<ChargingPlace>
      words="charging"
      path={path}
      query={query}
      columns={columns}
      nameOf={nameOfPlace}
      onOpen={edited.open}
      onNew={edited.begin}
      icon={IconChargingPile}
      above={
        <>
          <PlaceKinds shown={path} />
          {places.length > 0 && (
            <Suspense>
              <PlacesMap name={t('map')} places={places} onOpen={edited.open} />
            </Suspense>
          )}
        </>
      }
    >
      {edited.form && (
        <RecordForm {...edited.form} sections={chargingSections(t)} fresh={{ hours: [] }} isReadOnly={!mayPlan} />
      )}
    </RecordsPage>
  )
}

function useEditedPlace() {
  const project = useProject()
  return useEditedRecord<ChargingPlace>({
    kind: { words: 'charging', list: 'charging', draft: 'charging_place' },
    nameOf: nameOfPlace,
    create: (fields) => {
      const body = mergeWhole(fields) as ChargingPlaceInput
      return call(operations.createChargingPlace, { project_id: project.id, body })
    },
    update: (charging_place_id, change, seen, over) =>
      call(operations.updateChargingPlace, { charging_place_id, body: mergeWhole(change, over) }, seen),
    remove: (charging_place_id, seen) => call(operations.deleteChargingPlace, { charging_place_id }, seen),
    read: (charging_place_id) => call(operations.getChargingPlace, { charging_place_id }),
  })
}

function useColumns(): Column<ChargingPlace>[] {
  const { t } = useTranslation(['charging', 'records'])
  const formats = useFormats()
  const both = placeColumns<ChargingPlace>({
    label: t('fields.label'),
    address: t('columns.address'),
    hours: t('columns.hours'),
    always: t('always'),
  })
  return [
    both.label,
    both.address,
    { key: 'power', title: t('columns.power'), cell: ({ power }) => `${formats.number(power, 1)} kW` },
    { key: 'points', title: t('columns.points'), cell: ({ points }) => (points ? formats.number(points) : '') },
    both.hours,
    {
      key: 'price',
      title: t('columns.price'),
      cell: ({ price_per_kwh }) => (price_per_kwh === undefined ? '' : formats.number(price_per_kwh, 2)),
    },
  ]
}
