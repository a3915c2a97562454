// The fleet: a list of vehicles, a form for each, and changes to many at once.

import { Badge, Group, Switch, Text } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { Project, Vehicle } from '@routewright/contract'
import { IconTruck } from '@tabler/icons-react'
import { lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mergeWhole, type Option } from '../forms/fields.ts'
import classes from '../records/records.module.css'
import { RecordsPage, useRecordPage } from '../records/records-page.tsx'
import { useEditedRecord } from '../records/use-edited-record.ts'
import { type Column, inOneLine } from '../shell/column-table.tsx'
import { Lines } from '../shell/lines.tsx'
import { Sections, useLoadedSections } from '../shell/sections.tsx'
import { call } from '../shell/service.ts'
import { useFormats, useMayPlan, useProject } from '../shell/session.ts'
import { useDepotName, useDepotOptions } from '../shell/use-depots.ts'
import { useZones } from '../shell/use-zones.ts'
import { BulkBar } from './bulk-bar.tsx'
import { vehicleSections } from './vehicle-fields.ts'

const RecordForm = lazy(async () => ({ default: (await import('../forms/record-form.tsx')).RecordForm<Vehicle> }))
const path = '/fleet'

export function FleetPage() {
  const { t } = useTranslation(['fleet', 'records'])
  useLoadedSections(['records.file', 'vehicle.form'])
  const mayPlan = useMayPlan()
  const [hasDisabled, setHasDisabled] = useState(true)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const query = useRecordPage(
    path,
    'vehicles',
    (parameters, signal) => call(operations.listVehicles, { ...parameters, enabled: !hasDisabled }, { signal }),
    [hasDisabled],
  )
  const zones = useZones()
  const depots = useDepotOptions()
  const columns = useColumns()
  const edited = useEditedVehicle()
  const project = useProject()
  return (
    <RecordsPage<Vehicle>
      words="fleet"
      path={path}
      query={query}
      columns={columns}
      nameOf={getName}
      isDim={(vehicle) => !vehicle.enabled}
      onOpen={edited.open}
      onNew={edited.begin}
      {...(mayPlan && { selection: { ids: selected, onChange: setSelected } })}
      icon={IconTruck}
      actions={<Sections at="records.file" of="vehicles" onChanged={edited.changed} />}
      filters={
        <Switch
          label={t('show_disabled')}
          checked={hasDisabled}
          onChange={(event) => setHasDisabled(event.currentTarget.checked)}
        />
      }
      above={
        selected.size > 0 && (
          <BulkBar ids={selected} zones={zones.data ?? []} onSelect={setSelected} onChanged={edited.changed} />
        )
      }
    >
      {edited.form && zones.data && (
        <RecordForm
          {...edited.form}
          sections={vehicleSections(t, zones.data, depots, edited.form.stored)}
          fresh={freshVehicle(project, depots)}
          isReadOnly={!mayPlan}
          extra={mayPlan && edited.form.stored && <Sections at="vehicle.form" vehicleId={edited.form.stored.id} />}
        />
      )}
    </RecordsPage>
  )
}

/** It starts and ends at the only depot, or at the place that the project's settings name. */
function freshVehicle({ settings: { depot } }: Project, depots: readonly Option[]): object {
  const [only, ...others] = depots
  const enabled = true
  if (only && others.length === 0) {
    return { enabled, default_start_depot_id: only.value, default_end_depot_id: only.value }
  }
  return { enabled, default_start_location: depot, default_end_location: depot }
}

function useEditedVehicle() {
  const project = useProject()
  return useEditedRecord<Vehicle>({
    kind: { words: 'fleet', list: 'vehicles', draft: 'vehicle' },
    nameOf: getName,
    create: (body) => call(operations.createVehicle, { project_id: project.id, body: mergeWhole(body) }),
    update: (vehicle_id, change, seen, over) =>
      call(operations.updateVehicle, { vehicle_id, body: mergeWhole(change, over) }, seen),
    remove: (vehicle_id, seen) => call(operations.deleteVehicle, { vehicle_id }, seen),
    read: (vehicle_id) => call(operations.getVehicle, { vehicle_id }),
  })
}

export function getName(vehicle: Vehicle): string {
  return vehicle.label || vehicle.plate || vehicle.external_id || vehicle.id
}

function useColumns(): Column<Vehicle>[] {
  const { t } = useTranslation(['fleet', 'records'])
  const formats = useFormats()
  const capacity = useCapacity()
  return [
    {
      key: 'label',
      title: t('fields.label'),
      cell: (vehicle) => <NamedVehicle vehicle={vehicle} />,
    },
    { key: 'plate', title: t('fields.plate'), look: inOneLine, cell: (vehicle) => vehicle.plate },
    {
      key: 'driver',
      title: t('columns.driver'),
      cell: ({ phone, email }) => <Lines of={[phone, email]} />,
    },
    {
      key: 'hours',
      title: t('columns.hours'),
      look: inOneLine,
      cell: (vehicle) => vehicle.default_time_window && formats.timeWindow(vehicle.default_time_window),
    },
    {
      key: 'days',
      title: t('columns.days'),
      cell: (vehicle) =>
        vehicle.default_working_days?.length
          ? vehicle.default_working_days.map((day) => t(`records:weekdays.${day}`)).join(' ')
          : t('every_day'),
    },
    { key: 'depot', title: t('columns.depot'), cell: (vehicle) => <NamedDepots vehicle={vehicle} /> },
    { key: 'capacity', title: t('columns.capacity'), look: inOneLine, cell: capacity },
    {
      key: 'skills',
      title: t('columns.skills'),
      cell: (vehicle) => (
        <Text size="sm" truncate maw={180}>
          {vehicle.default_provides.join(', ')}
        </Text>
      ),
    },
  ]
}

/** Where it loads and where it comes back to; one name where that is the same. */
function NamedDepots({ vehicle }: { vehicle: Vehicle }) {
  const start = useDepotName(vehicle.default_start_depot_id)
  const end = useDepotName(vehicle.default_end_depot_id)
  return (
    <Text size="sm" truncate maw={180}>
      {[...new Set([start, end])].filter(Boolean).join(' → ')}
    </Text>
  )
}

/** The most that a vehicle carries, in words. */
function useCapacity(): (vehicle: Vehicle) => string {
  const { t } = useTranslation('fleet')
  const formats = useFormats()
  return ({ default_max_weight: weight, default_max_volume: volume, default_max_services: services }) =>
    [
      weight !== undefined && formats.weight(weight),
      volume !== undefined && formats.volume(volume),
      services !== undefined && t('stops_most', { count: services }),
    ]
      .filter(Boolean)
      .join(' · ')
}

function NamedVehicle({ vehicle }: { vehicle: Vehicle }) {
  const { t } = useTranslation('fleet')
  return (
    <Group gap="xs" wrap="nowrap" component="span">
      <span className={classes.swatch} style={{ background: vehicle.color ?? 'transparent' }} />
      {getName(vehicle)}
      {!vehicle.enabled && (
        <Badge variant="light" color="gray" size="sm" component="span">
          {t('disabled')}
        </Badge>
      )}
    </Group>
  )
}
