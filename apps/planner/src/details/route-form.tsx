// The form of a route in the plan's drawer.
import { Stack } from '@mantine/core'
import type { BareRoute as Route, RouteUpdate } from '@routewright/contract'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { batteryFields } from '../forms/battery-fields.ts'
import { drivingFields } from '../forms/driving-fields.ts'
import { type Field, mergeWhole, type Option, type Section } from '../forms/fields.ts'
import { FormFoot } from '../forms/form-foot.tsx'
import { FormSections } from '../forms/form-sections.tsx'
import forms from '../forms/forms.module.css'
import { travelFields } from '../forms/travel-fields.ts'
import { useRecordForm } from '../forms/use-record-form.tsx'
import { routeName } from '../plan/plan-data.ts'
import { readRoute, updateRoute } from '../plan/record-edits.ts'
import classes from '../shell/panel.module.css'
import { useDepotOptions } from '../shell/use-depots.ts'

const amount = { hideControls: false, decimalScale: 6 }

function routeSections(t: TFunction, depots: readonly Option[]): Section[] {
  return [
    {
      word: 'route',
      fields: [
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
        ...depotFields(depots),
        { name: 'max_weight', kind: 'number', word: 'weight_kg', isWide: false, input: amount },
        { name: 'provides', kind: 'words', word: 'skills' },
      ],
    },
    { word: 'limits', fields: limitFields, isOptional: true },
    { word: 'records:sections.driving', fields: drivingFields(''), isOptional: true },
    { word: 'records:sections.battery', fields: batteryFields('battery'), isOptional: true },
    { word: 'records:sections.travel', fields: travelFields(t, 'travel'), isOptional: true },
  ]
}

const limitFields: readonly Field[] = [
  { name: 'max_time', kind: 'hours', word: 'max_hours', isWide: false, input: { hideControls: false, max: 24 } },
  { name: 'max_services', kind: 'number', word: 'max_stops', isWide: false, input: { hideControls: false } },
  { name: 'max_volume', kind: 'number', word: 'volume_m3', isWide: false, input: amount },
]

function depotFields(options: readonly Option[]): Field[] {
  if (options.length === 0) return []
  return [
    { name: 'start_depot_id', kind: 'choice', word: 'start_depot', options },
    { name: 'end_depot_id', kind: 'choice', word: 'end_depot', options },
  ]
}

export function RouteForm({ route, onClose }: { route: Route; onClose(): void }) {
  const { t } = useTranslation(['editor', 'records'])
  const sections = routeSections(t, useDepotOptions())
  const form = useRecordForm<Route>({
    words: 'editor',
    fields: sections.flatMap(({ fields }) => fields),
    stored: route,
    update: (change, over) =>
      updateRoute(t('did.changed', { what: routeName(route) }), mergeWhole(change, over) as RouteUpdate, over),
    read: () => readRoute(route.id),
    onClose,
  })
  return (
    <form id={form.id} className={classes.part} onSubmit={form.onSubmit}>
      <Stack gap="xs">
        <div>
          <FormSections sections={sections} form={form} isNarrow />
        </div>
        <div className={forms.foot} data-narrow>
          <FormFoot form={form} />
        </div>
      </Stack>
    </form>
  )
}
