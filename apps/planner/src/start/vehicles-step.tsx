// The first vehicles: how many, and when they drive. Everything else about them is asked in the fleet.
import { Anchor, Button, Text } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { Project, VehicleInput } from '@routewright/contract'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { FieldGrid } from '../forms/field-grid.tsx'
import { Fault } from '../forms/field-kinds.ts'
import type { Field } from '../forms/fields.ts'
import { placeText } from '../forms/place.ts'
import type { Fields, Kept } from '../forms/save-seen.ts'
import { useRecordForm } from '../forms/use-record-form.tsx'
import { call } from '../shell/service.ts'
import { useFormats } from '../shell/session.ts'
import classes from './start.module.css'
import { StepFoot } from './step-foot.tsx'
import type { StepProps } from './step-props.ts'

const MOST = 50
const readCount = (value: unknown) => {
  const count = Number(value)
  return Number.isInteger(count) && count >= 1 && count <= MOST ? count : new Fault('vehicles.fault', { most: MOST })
}
const fields: Field[] = [
  {
    name: 'count',
    kind: 'number',
    word: 'vehicles.count',
    isRequired: true,
    input: { min: 1, max: MOST, allowDecimal: false, hideControls: false },
    read: readCount,
  },
  { name: 'window', kind: 'window', word: 'vehicles.hours', hint: 'vehicles.hours_hint', isRequired: true },
]
const EIGHT = 28_800
const FIVE = 61_200

export function VehiclesStep({ project, start, onDone }: StepProps) {
  const { t } = useTranslation('start')
  const queries = useQueryClient()
  const { vehicles } = start.facts
  const form = useRecordForm<Kept>({
    words: 'start',
    fields,
    fresh: { count: 2, window: [EIGHT, FIVE] },
    create: (body) =>
      call(operations.createVehicles, {
        project_id: project.id,
        body: firstVehicles(body, project, vehicles.count, (number) => t('vehicles.van', { number })),
      }),
    // Only made here; what exists is changed in the fleet.
    update: () => Promise.resolve(),
    read: () => Promise.reject(new Error('There is no record behind this form.')),
    async onClose() {
      await Promise.all([['start'], ['vehicles']].map((queryKey) => queries.invalidateQueries({ queryKey })))
      onDone()
    },
  })
  return (
    <form id={form.id} noValidate onSubmit={form.onSubmit}>
      <Known names={vehicles.names} count={vehicles.count} />
      <FieldGrid fields={fields} form={form} />
      <Text size="sm" c="dimmed" mt="sm">
        {project.settings.depot
          ? t('vehicles.from', { place: placeText(project.settings.depot) || t('vehicles.depot') })
          : t('vehicles.no_depot')}
      </Text>
      <StepFoot project={project} step="vehicles" failure={form.failure} onDone={onDone}>
        <Button type="submit" loading={form.isBusy}>
          {t('vehicles.create')}
        </Button>
      </StepFoot>
    </form>
  )
}

/** Numbered on from those that are there. */
function firstVehicles(
  body: Fields,
  project: Project,
  known: number,
  nameOf: (number: number) => string,
): VehicleInput[] {
  const { count, window } = body as { count: number; window: [number, number] }
  const { depot } = project.settings
  const places = depot && { default_start_location: depot, default_end_location: depot }
  return Array.from({ length: count }, (_, index) => ({
    label: nameOf(known + index + 1),
    default_time_window: window,
    ...places,
  }))
}

function Known({ names, count }: { names: readonly string[]; count: number }) {
  const { t } = useTranslation('start')
  const formats = useFormats()
  if (count === 0) return null
  return (
    <p className={classes.text}>
      {t('vehicles.there', { count, names: formats.list(names.slice(0, 5)) })}{' '}
      <Anchor component={Link} to="/fleet" size="sm" underline="always">
        {t('vehicles.fleet')}
      </Anchor>
    </p>
  )
}
