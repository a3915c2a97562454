// Drivers: the list of people who drive, and a form for each.
import { Badge, Button, Group, Switch, Text } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { DriverRecord, DriverRecordInput } from '@routewright/contract'
import { IconCalendarWeek, IconSteeringWheel } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mergeWhole } from '../forms/fields.ts'
import { WeekHoursText } from '../forms/week-hours-text.tsx'
import { RecordsPage, useRecordPage } from '../records/records-page.tsx'
import { useEditedRecord } from '../records/use-edited-record.ts'
import { organizationNow } from '../shell/clock.ts'
import type { Column } from '../shell/column-table.tsx'
import { Lines } from '../shell/lines.tsx'
import { Sections, useLoadedSections } from '../shell/sections.tsx'
import { call } from '../shell/service.ts'
import { useFormats, useMayPlan, useProject } from '../shell/session.ts'
import { useVehicleNames } from './use-vehicle-names.ts'

const DriverForm = lazy(async () => ({ default: (await import('./driver-form.tsx')).DriverForm }))
const path = '/drivers'

export function DriversPage() {
  useLoadedSections(['records.file', 'driver.form'])
  const { t } = useTranslation(['drivers', 'records'])
  const mayPlan = useMayPlan()
  const [hasArchived, setHasArchived] = useState(false)
  const query = useRecordPage(
    path,
    'drivers',
    (parameters, signal) => call(operations.listDriverRecords, { ...parameters, archived: hasArchived }, { signal }),
    [hasArchived],
  )
  const navigate = useNavigate()
  const columns = useColumns()
  const edited = useEditedDriver()
  return (
    <RecordsPage<DriverRecord>
      words="drivers"
      path={path}
      query={query}
      columns={columns}
      nameOf={getName}
      isDim={(driver) => driver.archived}
      onOpen={edited.open}
      onNew={edited.begin}
      icon={IconSteeringWheel}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconCalendarWeek size={17} />}
            onClick={() => void navigate({ to: '/drivers/week' })}
          >
            {t('week.open')}
          </Button>
          <Sections at="records.file" of="drivers" onChanged={edited.changed} />
        </>
      }
      filters={
        <Switch
          label={t('show_archived')}
          checked={hasArchived}
          onChange={(event) => setHasArchived(event.currentTarget.checked)}
        />
      }
    >
      {edited.form && <DriverForm {...edited.form} isReadOnly={!mayPlan} />}
    </RecordsPage>
  )
}

function getName(driver: DriverRecord): string {
  return driver.label || driver.id
}

function useEditedDriver() {
  const project = useProject()
  return useEditedRecord<DriverRecord>({
    kind: { words: 'drivers', list: 'drivers', draft: 'driver' },
    nameOf: getName,
    create: (fields) => {
      const body = mergeWhole(fields) as DriverRecordInput
      return call(operations.createDriverRecord, { project_id: project.id, body })
    },
    update: (driver_id, change, seen, over) =>
      call(operations.updateDriverRecord, { driver_id, body: mergeWhole(change, over) }, seen),
    remove: (driver_id, seen) => call(operations.deleteDriverRecord, { driver_id }, seen),
    read: (driver_id) => call(operations.getDriverRecord, { driver_id }),
  })
}

function useColumns(): Column<DriverRecord>[] {
  const { t } = useTranslation(['drivers', 'records'])
  const vehicles = useVehicleNames()
  return [
    { key: 'label', title: t('fields.label'), cell: (driver) => <NamedDriver driver={driver} /> },
    {
      key: 'contact',
      title: t('columns.contact'),
      cell: ({ phone, email }) => <Lines of={[phone, email]} />,
    },
    {
      key: 'vehicle',
      title: t('columns.vehicle'),
      cell: (driver) => driver.usual_vehicle_id && vehicles.get(driver.usual_vehicle_id),
    },
    {
      key: 'work',
      title: t('columns.work'),
      cell: ({ shifts }) => (shifts.length === 0 ? t('every_day') : <WeekHoursText days={shifts} />),
    },
    {
      key: 'skills',
      title: t('columns.skills'),
      cell: ({ provides, licence_classes }) => (
        <Text size="sm" truncate maw={200}>
          {[...licence_classes, ...provides].join(', ')}
        </Text>
      ),
    },
  ]
}

function NamedDriver({ driver }: { driver: DriverRecord }) {
  const { t } = useTranslation('drivers')
  const formats = useFormats()
  const today = formats.dayKey(organizationNow())
  const away = driver.absences.find(({ from, to }) => from <= today && today <= to)
  return (
    <Group gap="xs" wrap="nowrap" component="span">
      {getName(driver)}
      {driver.archived && (
        <Badge variant="light" color="gray" size="sm" component="span">
          {t('archived')}
        </Badge>
      )}
      {away && (
        <Badge variant="light" color="orange" size="sm" component="span">
          {t('absent_until', { date: formats.calendarDate(away.to) })}
        </Badge>
      )}
    </Group>
  )
}
