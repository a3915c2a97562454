// The form of a driver, with the vehicles that they may usually drive.
import type { DriverRecord } from '@routewright/contract'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { RecordForm } from '../forms/record-form.tsx'
import { Sections } from '../shell/sections.tsx'
import { driverSections } from './driver-fields.ts'
import { DriverWork } from './driver-work.tsx'
import { useVehicleNames } from './use-vehicle-names.ts'

export function DriverForm(form: Omit<ComponentProps<typeof RecordForm<DriverRecord>>, 'sections'>) {
  const { t, i18n } = useTranslation(['drivers', 'records'])
  const vehicles = [...useVehicleNames()].map(([value, label]) => ({ value, label }))
  const { stored, isReadOnly } = form
  const extra = stored && (
    <>
      <DriverWork driverId={stored.id} />
      {!isReadOnly && !stored.archived && <Sections at="driver.form" driverId={stored.id} />}
    </>
  )
  return (
    <RecordForm
      {...form}
      sections={driverSections(t, i18n.language, vehicles, stored)}
      fresh={{ archived: false }}
      extra={extra}
    />
  )
}
