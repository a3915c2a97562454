// The form of a route in the plan's drawer.
import { Stack } from '@mantine/core'
import type { BareRoute as Route, RouteUpdate } from '@routewright/contract'
import { useTranslation } from 'react-i18next'
import { batteryFields } from '../forms/battery-fields.ts'
import { drivingFields } from '../forms/driving-fields.ts'
import { FieldGrid } from '../forms/field-grid.tsx'
import { type Field, type Option, wholeOf } from '../forms/fields.ts'
import { FormFoot } from '../forms/form-foot.tsx'
import { travelFields } from '../forms/travel-fields.ts'
import { useRecordForm } from '../forms/use-record-form.tsx'
import { routeName } from '../plan/plan-data.ts'
import { readRoute, updateRoute } from '../plan/record-edits.ts'
import classes from '../shell/panel.module.css'
import { useDepotOptions } from '../shell/use-depots.ts'

const amount = { hideControls: false, decimalScale: 6 }

const plainFields: (Field & { name: keyof RouteUpdate })[] = [
  { name: 'label', kind: 'text', word: 'name' },
  { name: 'email', kind: 'text', word: 'driver_email', input: { type: 'email' } },
  { name: 'phone', kind: 'text', word: 'phone', input: { type: 'tel' } },
  {
    name: 'time_window',
    kind: 'window',
    word: 'working_hours',
    faultWord: 'windows_wrong',
    input: { placeholder: '8:00-17:00' },
  },
  { name: 'max_time', kind: 'hours', word: 'max_hours', isWide: false, input: { hideControls: false, max: 24 } },
  { name: 'max_services', kind: 'number', word: 'max_stops', isWide: false, input: { hideControls: false } },
  { name: 'max_weight', kind: 'number', word: 'weight_kg', isWide: false, input: amount },
  { name: 'max_volume', kind: 'number', word: 'volume_m3', isWide: false, input: amount },
  { name: 'provides', kind: 'words', word: 'skills' },
]

function depotFields(options: readonly Option[]): (Field & { name: keyof RouteUpdate })[] {
  if (options.length === 0) return []
  return [
    { name: 'start_depot_id', kind: 'choice', word: 'start_depot', options },
    { name: 'end_depot_id', kind: 'choice', word: 'end_depot', options },
  ]
}

export function RouteForm({ route, onClose }: { route: Route; onClose(): void }) {
  const { t } = useTranslation(['editor', 'records'])
  const depots = useDepotOptions()
  const fields = [
    ...plainFields,
    ...depotFields(depots),
    ...drivingFields(''),
    ...batteryFields('battery'),
    ...travelFields(t, 'travel'),
  ]
  const form = useRecordForm<Route>({
    words: 'editor',
    fields,
    stored: route,
    update: (change, over) =>
      updateRoute(t('did.changed', { what: routeName(route) }), wholeOf(change, over) as RouteUpdate, over),
    read: () => readRoute(route.id),
    onClose,
  })
  return (
    <form id={form.id} className={classes.part} onSubmit={form.onSubmit}>
      <Stack gap="xs">
        <FieldGrid fields={fields} form={form} isNarrow />
        <FormFoot form={form} />
      </Stack>
    </form>
  )
}
