// Depots: the places where vans load, as a list and on a map, with a form for each.
import * as operations from '@routewright/client/operations'
import type { DepotRecord, DepotRecordInput } from '@routewright/contract'
import { IconBuildingWarehouse } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { mergeWhole } from '../forms/fields.ts'
import { RecordsPage, useRecordPage } from '../records/records-page.tsx'
import { useEditedRecord } from '../records/use-edited-record.ts'
import type { Column } from '../shell/column-table.tsx'
import { call } from '../shell/service.ts'
import { useFormats, useMayPlan, useProject } from '../shell/session.ts'
import { depotSections } from './depot-fields.ts'
import { nameOfPlace, placeColumns } from './place-columns.tsx'
import { PlaceKinds } from './place-kinds.tsx'

const RecordForm = lazy(async () => ({
  default: (await import('../forms/record-form.tsx')).RecordForm<DepotRecord>,
}))
const PlacesMap = lazy(async () => ({ default: (await import('./places-map.tsx')).PlacesMap<DepotRecord> }))
const path = '/depots'

export function DepotsPage() {
  const { t } = useTranslation(['depots', 'records'])
  const mayPlan = useMayPlan()
  const query = useRecordPage(path, 'depots', (parameters, signal) =>
    call(operations.listDepots, parameters, { signal }),
  )
  const columns = useColumns()
  const edited = useEditedDepot()
  const depots = query.data?.docs ?? []
  return (
    <RecordsPage<DepotRecord>
      words="depots"
      path={path}
      query={query}
      columns={columns}
      nameOf={nameOfPlace}
      onOpen={edited.open}
      onNew={edited.begin}
      icon={IconBuildingWarehouse}
      above={
        <>
          <PlaceKinds shown="/depots" />
          {depots.length > 0 && (
            <Suspense>
              <PlacesMap name={t('map')} places={depots} onOpen={edited.open} />
            </Suspense>
          )}
        </>
      }
    >
      {edited.form && (
        <RecordForm {...edited.form} sections={depotSections(t)} fresh={{ hours: [] }} isReadOnly={!mayPlan} />
      )}
    </RecordsPage>
  )
}

function useEditedDepot() {
  const project = useProject()
  return useEditedRecord<DepotRecord>({
    kind: { words: 'depots', list: 'depots', draft: 'depot' },
    nameOf: nameOfPlace,
    create: (fields) => {
      const body = mergeWhole(fields) as DepotRecordInput
      return call(operations.createDepot, { project_id: project.id, body })
    },
    update: (depot_id, change, seen, over) =>
      call(operations.updateDepot, { depot_id, body: mergeWhole(change, over) }, seen),
    remove: (depot_id, seen) => call(operations.deleteDepot, { depot_id }, seen),
    read: (depot_id) => call(operations.getDepot, { depot_id }),
  })
}

function useColumns(): Column<DepotRecord>[] {
  const { t } = useTranslation(['depots', 'records'])
  const formats = useFormats()
  const both = placeColumns<DepotRecord>({
    label: t('fields.label'),
    address: t('columns.address'),
    hours: t('columns.hours'),
    always: t('always'),
  })
  return [
    both.label,
    both.address,
    both.hours,
    {
      key: 'loading',
      title: t('columns.loading'),
      cell: ({ loading_time }) => (loading_time ? formats.duration(loading_time) : ''),
    },
  ]
}
