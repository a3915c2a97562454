// The fleet: a list of vehicles, a form for each, and changes to many at once.
import { Badge, Button, Group, Switch, Text } from '@mantine/core'
import type { Vehicle } from '@routewright/contract'
import { IconPlus, IconTruck } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Column, RecordList, useListSearch } from '../records/record-list.tsx'
import { PAGE_SIZE } from '../records/record-queries.ts'
import classes from '../records/records.module.css'
import { useEditedRecord } from '../records/use-edited-record.ts'
import { Page } from '../shell/page.tsx'
import { call } from '../shell/service.ts'
import { useFormats, useMayPlan, useProject } from '../shell/session.ts'
import { BulkBar } from './bulk-bar.tsx'
import { vehicleSections } from './vehicle-fields.ts'

const RecordForm = lazy(async () => ({ default: (await import('../records/record-form.tsx')).RecordForm }))
const path = '/fleet'

export function FleetPage() {
  const { t } = useTranslation(['fleet', 'records'])
  const project = useProject()
  const mayPlan = useMayPlan()
  const [search] = useListSearch(path)
  const [hasDisabled, setHasDisabled] = useState(true)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const parameters = {
    project_id: project.id,
    sort: 'label:asc',
    limit: PAGE_SIZE,
    offset: (Number(search.page ?? 1) - 1) * PAGE_SIZE,
    enabled: !hasDisabled,
    ...(search.text && { text: search.text }),
  }
  const query = useQuery({
    queryKey: ['vehicles', project.id, parameters],
    queryFn: ({ signal }) => call('GET /v2/vehicles', parameters, { signal }),
    placeholderData: keepPreviousData,
  })
  const zones = useQuery({
    queryKey: ['zones', project.id],
    queryFn: ({ signal }) => call('GET /v2/project/{project_id}/zones', { project_id: project.id }, { signal }),
  })
  const columns = useColumns()
  const edited = useEditedRecord<Vehicle>({
    kind: { words: 'fleet', list: 'vehicles', draft: 'vehicle' },
    nameOf,
    create: (body) => call('POST /v2/vehicle', { project_id: project.id, body }),
    update: (vehicle_id, body, seen) => call('PUT /v2/vehicle/{vehicle_id}', { vehicle_id, body }, seen),
    remove: (vehicle_id, seen) => call('DELETE /v2/vehicle/{vehicle_id}', { vehicle_id }, seen),
    read: (vehicle_id) => call('GET /v2/vehicle/{vehicle_id}', { vehicle_id }),
  })
  return (
    <Page
      title={t('title')}
      text={t('text')}
      actions={
        mayPlan && (
          <Button leftSection={<IconPlus size={17} />} onClick={edited.begin}>
            {t('new')}
          </Button>
        )
      }
    >
      {selected.size > 0 && (
        <BulkBar ids={selected} zones={zones.data ?? []} onSelect={setSelected} onChanged={edited.changed} />
      )}
      <RecordList<Vehicle>
        path={path}
        query={query}
        columns={columns}
        nameOf={nameOf}
        isDim={(vehicle) => !vehicle.enabled}
        onOpen={edited.open}
        onNew={mayPlan ? edited.begin : undefined}
        {...(mayPlan && { selection: { ids: selected, onChange: setSelected } })}
        icon={<IconTruck size={40} stroke={1.3} />}
        words={{ search: t('search'), none: t('none'), none_text: t('none_text'), new: t('new') }}
        filters={
          <Switch
            label={t('show_disabled')}
            checked={hasDisabled}
            onChange={(event) => setHasDisabled(event.currentTarget.checked)}
          />
        }
      />
      {edited.form && zones.data && (
        <Suspense>
          <RecordForm
            {...edited.form}
            sections={vehicleSections(t, zones.data)}
            record={edited.form.record ?? { enabled: true }}
            isReadOnly={!mayPlan}
          />
        </Suspense>
      )}
    </Page>
  )
}

export function nameOf(vehicle: Vehicle): string {
  return vehicle.label || vehicle.plate || vehicle.external_id || vehicle.id
}

function useColumns(): Column<Vehicle>[] {
  const { t } = useTranslation(['fleet', 'records'])
  const formats = useFormats()
  const capacity = (vehicle: Vehicle) =>
    [
      vehicle.default_max_weight !== undefined && formats.weight(vehicle.default_max_weight),
      vehicle.default_max_volume !== undefined && formats.volume(vehicle.default_max_volume),
      vehicle.default_max_services !== undefined && t('stops_most', { count: vehicle.default_max_services }),
    ]
      .filter(Boolean)
      .join(' · ')
  return [
    {
      key: 'label',
      title: t('fields.label'),
      cell: (vehicle) => (
        <Group gap="xs" wrap="nowrap" component="span">
          <span className={classes.swatch} style={{ background: vehicle.color ?? 'transparent' }} />
          {nameOf(vehicle)}
          {!vehicle.enabled && (
            <Badge variant="light" color="gray" size="sm" component="span">
              {t('disabled')}
            </Badge>
          )}
        </Group>
      ),
    },
    { key: 'plate', title: t('fields.plate'), cell: (vehicle) => vehicle.plate },
    {
      key: 'driver',
      title: t('columns.driver'),
      cell: (vehicle) => (
        <Text size="sm" truncate maw={220}>
          {[vehicle.phone, vehicle.email].filter(Boolean).join(' · ')}
        </Text>
      ),
    },
    {
      key: 'hours',
      title: t('columns.hours'),
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
    { key: 'capacity', title: t('columns.capacity'), cell: capacity },
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
