// What lies within some minutes of the depot or of a vehicle's start: areas for the map, clients counted, a zone made of one.
import { Alert, Button, Chip, Group, Select, Stack, Text } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { Location, ReachAreas, Travel, Vehicle } from '@routewright/contract'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { placeText } from '../forms/place.ts'
import { modeOptions } from '../forms/travel-fields.ts'
import { useFormats, useProject } from '../shell/session.ts'
import { LoadFailure } from '../shell/states.tsx'
import { useAnswer } from '../shell/use-answer.ts'
import type { Corner } from './ring.ts'
import classes from './zones.module.css'

/** An area as the map shows it, the widest first. */
export interface ShownArea {
  color: string
  geometry: ReachAreas['features'][number]['geometry']
}

/** What a zone that is made of an area begins with. */
export interface DraftZone {
  label: string
  polygon: Corner[]
}

interface ReachPanelProps {
  onAreas(areas: readonly ShownArea[]): void
  /** Missing for those who may only look. */
  onZone: ((zone: DraftZone) => void) | undefined
  onClose(): void
}

const offeredMinutes = [5, 10, 15, 20, 30, 45, 60]
const mostAtOnce = 3
/** The nearest area first. */
const colors = ['#1b7f4d', '#c77700', '#b3261e']

export function ReachPanel({ onAreas, onZone, onClose }: ReachPanelProps) {
  const { t } = useTranslation(['zones', 'records'])
  const starts = useStarts()
  const [chosen, setChosen] = useState<string>()
  const [mode, setMode] = useState<Travel['mode']>()
  const [minutes, setMinutes] = useState([15, 30, 45])
  const start = starts?.find(({ value }) => value === chosen) ?? starts?.[0]
  const reach = useReach(start, mode, minutes)
  useEffect(() => onAreas(reach.areas.toReversed()), [reach.areas, onAreas])
  useEffect(() => () => onAreas([]), [onAreas])
  return (
    <Stack gap="sm" className={classes.form} component="section" aria-label={t('reach.title')}>
      <Text fw={600}>{t('reach.title')}</Text>
      {starts?.length === 0 && <Alert color="yellow">{t('reach.no_start')}</Alert>}
      {start && (
        <>
          <Select
            label={t('reach.from')}
            data={starts!}
            value={start.value}
            allowDeselect={false}
            onChange={(value) => setChosen(value ?? undefined)}
          />
          {!start.vehicleId && (
            <Select
              label={t('records:travel.mode')}
              placeholder={t('reach.as_project')}
              data={modeOptions(t)}
              value={mode ?? null}
              clearable
              onChange={(value) => setMode((value as Travel['mode']) ?? undefined)}
            />
          )}
          <MinutesChoice minutes={minutes} onChange={setMinutes} />
        </>
      )}
      {reach.error && <LoadFailure error={reach.error} retry={reach.retry} />}
      {reach.isStraight && <Alert color="yellow">{t('reach.straight')}</Alert>}
      <AreaList reach={reach} place={start?.label ?? ''} onZone={onZone} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('reach.close')}
        </Button>
      </Group>
    </Stack>
  )
}

function MinutesChoice({ minutes, onChange }: { minutes: number[]; onChange(minutes: number[]): void }) {
  const { t } = useTranslation('zones')
  return (
    <fieldset className={classes.choice}>
      <legend className={classes.legend}>{t('reach.minutes')}</legend>
      <Chip.Group
        multiple
        value={minutes.map(String)}
        onChange={(values) => onChange(values.map(Number).sort((a, b) => a - b))}
      >
        <Group gap={6}>
          {offeredMinutes.map((value) => (
            <Chip
              key={value}
              value={String(value)}
              size="sm"
              disabled={minutes.length >= mostAtOnce && !minutes.includes(value)}
            >
              {value}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </fieldset>
  )
}

interface AreaListProps {
  reach: ReturnType<typeof useReach>
  /** Name of the start. */
  place: string
  onZone: ReachPanelProps['onZone']
}

function AreaList({ reach, place, onZone }: AreaListProps) {
  const { t } = useTranslation('zones')
  return (
    <ul className={classes.list} aria-busy={reach.isPending}>
      {reach.found.map(({ minutes, color, outline, clients }) => (
        <li key={minutes} className={classes.item}>
          <span className={classes.swatch} style={{ background: color }} />
          <div style={{ flex: 1 }}>
            <Text fw={600}>{t('reach.within', { count: minutes })}</Text>
            {clients && (
              <Text size="sm" c="dimmed">
                {t('reach.clients', clients)}
              </Text>
            )}
          </div>
          {onZone && outline.length > 0 && (
            <Button
              size="xs"
              variant="light"
              aria-label={t('reach.zone_of', { count: minutes })}
              onClick={() => onZone({ label: t('reach.zone_name', { count: minutes, place }), polygon: outline })}
            >
              {t('reach.zone')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

interface Start {
  value: string
  label: string
  from: { lat: number; lng: number; street?: string }
  vehicleId?: string
}

/** The depot and the starts of vehicles that have coordinates; undefined while they are read. */
function useStarts(): Start[] | undefined {
  const { t } = useTranslation('zones')
  const { id, settings } = useProject()
  const { data } = useAnswer(['vehicles', id, 'starts'], operations.listVehicles, {
    project_id: id,
    enabled: true,
    sort: 'label:asc',
    limit: 1_000,
  })
  return useMemo(() => {
    const depot = startOf('depot', t('reach.depot'), settings.depot)
    const ofVehicles = data?.docs.flatMap((vehicle) => {
      const start = startOf(vehicle.id, nameOf(vehicle), vehicle.default_start_location)
      return start ? [{ ...start, vehicleId: vehicle.id }] : []
    })
    return ofVehicles && [...(depot ? [depot] : []), ...ofVehicles]
  }, [data, settings.depot, t])
}

function startOf(value: string, name: string, place: Location | undefined): Start | undefined {
  if (place?.lat === undefined || place.lng === undefined) return undefined
  const { lat, lng, street } = place
  const address = placeText(place)
  return { value, label: address ? `${name} · ${address}` : name, from: { lat, lng, ...(street && { street }) } }
}

function nameOf({ label, plate, id }: Vehicle): string {
  return label || plate || id
}

/** The areas and how many clients are in each; what was shown stays until the next answer is there. */
function useReach(start: Start | undefined, mode: Travel['mode'], minutes: readonly number[]) {
  const project_id = useProject().id
  const formats = useFormats()
  const vehicle = start?.vehicleId ? { vehicle_id: start.vehicleId } : mode && { travel: { mode } }
  const body = { from: start?.from ?? { lat: 0, lng: 0 }, ...vehicle }
  const isAsked = start !== undefined && minutes.length > 0
  const options = { enabled: isAsked, placeholderData: <T,>(before: T | undefined) => before, staleTime: 60_000 }
  const asked = { project_id, body: { ...body, minutes: [...minutes] } }
  const areas = useAnswer(['reach', asked], operations.findReach, asked, options)
  const farthest = { project_id, body: { ...body, minutes: Math.max(1, ...minutes) } }
  const places = useAnswer(['reached', farthest], operations.findReachedPlaces, farthest, options)
  const { data } = areas
  const shown = useMemo(
    () =>
      (isAsked ? (data?.features ?? []) : []).map((feature, at) => ({
        ...feature,
        color: colors[at % colors.length]!,
      })),
    [data, isAsked],
  )
  const clientsWithin = (limit: number) => {
    if (!places.data) return undefined
    const { reached, not_reached, without_place } = places.data
    const count = reached.filter(({ seconds }) => seconds <= limit * 60).length
    return { count, of: formats.number(reached.length + not_reached + without_place, 0) }
  }
  return {
    areas: useMemo(() => shown.map(({ color, geometry }): ShownArea => ({ color, geometry })), [shown]),
    found: shown.map(({ color, properties }) => ({
      color,
      minutes: properties.minutes,
      outline: properties.outline as Corner[],
      clients: clientsWithin(properties.minutes),
    })),
    isStraight: isAsked && data?.is_straight === true,
    isPending: areas.isFetching || places.isFetching,
    error: areas.error,
    retry: () => void areas.refetch(),
  }
}
