// Why a stop is on no route, or breaks a rule where it stands: the nearest remedies first, then every vehicle's reason.

import { Button, Collapse, Skeleton, Stack, UnstyledButton } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { RemedyKind, Stop, StopExplanation } from '@routewright/contract'
import type { Formats } from '@routewright/ui/format'
import { IconChevronDown, IconChevronRight, IconMapPin, IconWand } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../../../details/details.module.css'
import { useAskFirst } from '../../../plan/asked-edit.ts'
import { remedying } from '../../../plan/order-edits.ts'
import { hasPlace, routeName, stopName } from '../../../plan/plan-data.ts'
import { usePlanData } from '../../../plan/plan-store.ts'
import { getReason } from '../../../plan/warnings.ts'
import { distanceChangeText } from '../../../shell/distance.tsx'
import { failureText } from '../../../shell/failure.ts'
import panel from '../../../shell/panel.module.css'
import { call } from '../../../shell/service.ts'
import { useFormats, useMayPlan } from '../../../shell/session.ts'

type OfferedRemedy = StopExplanation['remedies'][number]
type ExplainedVehicle = StopExplanation['vehicles'][number]

interface StopWhyProps {
  stop: Stop
  /** Opens its form at the address. */
  onSetPlace(): void
}

export default function StopWhy({ stop, onSetPlace }: StopWhyProps) {
  const { t } = useTranslation('editor')
  const mayPlan = useMayPlan()
  return (
    <section className={panel.part} aria-label={t('why')}>
      <h3 className={panel.heading}>{stop.route_id ? t('why_flagged') : t('why')}</h3>
      {hasPlace(stop) ? (
        <Explanation stop={stop} />
      ) : (
        <Stack gap={6} align="flex-start">
          <p className={panel.dim}>{t('no_remedy_place')}</p>
          <Button
            size="compact-md"
            variant="light"
            leftSection={<IconMapPin size={15} />}
            disabled={!mayPlan}
            onClick={onSetPlace}
          >
            {t('set_place')}
          </Button>
        </Stack>
      )}
    </section>
  )
}

/** Explains each vehicle's state and the remedies. */
function Explanation({ stop }: { stop: Stop }) {
  const { t } = useTranslation('editor')
  const { routes } = usePlanData()
  const { data, error, isPending } = useQuery({
    queryKey: ['why', stop.id, stop.updated_at, routes],
    queryFn: ({ signal }) => call(operations.explainStop, { stop_id: stop.id }, { signal, once: true }),
  })
  return (
    <>
      {isPending && <Skeleton height={70} />}
      {error && <p className={panel.dim}>{failureText(error, t)}</p>}
      {data && (
        <Stack gap={6}>
          {data.remedies.length === 0 && <p className={panel.dim}>{t('no_remedy')}</p>}
          <RemedyButtons stop={stop} remedies={data.remedies} />
          {data.vehicles.length > 0 && <VehicleReasons stop={stop} vehicles={data.vehicles} />}
        </Stack>
      )}
    </>
  )
}

function RemedyButtons({ stop, remedies }: { stop: Stop; remedies: readonly OfferedRemedy[] }) {
  const { t } = useTranslation('editor')
  const formats = useFormats()
  const mayPlan = useMayPlan()
  const ask = useAskFirst()
  const getName = useRouteNames()
  return remedies.map((remedy) => (
    <Button
      key={`${remedy.kind} ${remedy.route_id}`}
      size="compact-md"
      variant="light"
      justify="flex-start"
      leftSection={<IconWand size={15} />}
      disabled={!mayPlan}
      styles={{
        label: { whiteSpace: 'normal', textAlign: 'left' },
        root: { height: 'auto', minHeight: 32, paddingBlock: 4 },
      }}
      onClick={() => {
        const { text: _text, ...body } = remedy
        ask('remedied', { what: stopName(stop) }, remedying(stop.id, body))
      }}
    >
      {remedyText(remedy, getName(remedy.route_id), formats, t)}
    </Button>
  ))
}

/** The reasons of each vehicle against the stop; folded, since the nearest remedies stand above them. */
function VehicleReasons({ stop, vehicles }: { stop: Stop; vehicles: StopExplanation['vehicles'] }) {
  const { t } = useTranslation('editor')
  const formats = useFormats()
  const getName = useRouteNames()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <UnstyledButton onClick={() => setOpen(!isOpen)} aria-expanded={isOpen} className={panel.dim}>
        {isOpen ? <IconChevronDown size={13} /> : <IconChevronRight size={13} />}{' '}
        {t('per_vehicle', { count: vehicles.length })}
      </UnstyledButton>
      <Collapse expanded={isOpen}>
        {vehicles.map((vehicle) => (
          <div key={vehicle.route_id} className={classes.obstacle}>
            <strong>{getName(vehicle.route_id) || vehicle.label}</strong>{' '}
            <span className={panel.dim}>
              {formats.durationChange(vehicle.added_time)} ·{' '}
              {distanceChangeText(vehicle.added_distance, vehicle, formats, t)}
            </span>
            <div>{vehicle.fits ? t('would_fit') : obstacleText(vehicle, formats, t)}</div>
            <Stack gap={4} mt={4}>
              <RemedyButtons stop={stop} remedies={vehicle.remedies.slice(0, 2)} />
            </Stack>
          </div>
        ))}
      </Collapse>
    </>
  )
}

/** Empty for a route that is not in the plan. */
function useRouteNames(): (routeId?: string | null) => string {
  const { routes } = usePlanData()
  return (routeId) => {
    const route = routes.find(({ id }) => id === routeId)
    return route ? routeName(route) : ''
  }
}

/** The unit of a remedy's amount. */
const amounts: Partial<Record<RemedyKind, 'seconds' | 'meters' | 'kilograms' | 'cubic' | 'count'>> = {
  extend_shift: 'seconds',
  raise_max_time: 'seconds',
  widen_window: 'seconds',
  allow_late: 'seconds',
  raise_max_distance: 'meters',
  raise_max_weight: 'kilograms',
  raise_max_volume: 'cubic',
  raise_max_services: 'count',
}

/** The unit in which the miss of a rule is counted. */
const misses: Partial<Record<string, (formats: Formats, amount: number) => string>> = {
  time_window: (formats, amount) => formats.duration(amount),
  working_hours: (formats, amount) => formats.duration(amount),
  max_time: (formats, amount) => formats.duration(amount),
  max_distance: (formats, amount) => formats.distance(amount),
}

/** Why a vehicle cannot take the stop, and by how much. */
function obstacleText({ rule, amount, text }: ExplainedVehicle, formats: Formats, t: TFunction): string {
  if (!rule) return text
  const by = amount === undefined ? undefined : misses[rule]?.(formats, amount)
  return [getReason({ code: rule, message: text }, t), by].filter(Boolean).join(': ')
}

function remedyText(remedy: OfferedRemedy, route: string, formats: Formats, t: TFunction): string {
  const { kind, amount } = remedy
  const value = amount ?? 0
  const written = {
    seconds: () => formats.duration(value),
    meters: () => formats.distance(value),
    kilograms: () => formats.weight(value),
    cubic: () => formats.volume(value),
    count: () => formats.number(value),
    none: () => '',
  }[amounts[kind] ?? 'none']()
  return t(`editor:remedy.${kind}`, { route, amount: written, defaultValue: remedy.text })
}
