// Reach within some minutes of the depot or of a vehicle's start: areas for the map, clients counted, a zone made of one.
import { Alert, Button, Group, Select, Stack, Text } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { Travel, Vehicle } from '@routewright/contract'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MinutesChoice } from '../forms/minutes-choice.tsx'
import { type ReachStart, type ShownArea, startAt, useReachAreas } from '../forms/reach-areas.ts'
import { modeOptions } from '../forms/travel-fields.ts'
import { useFormats, useProject } from '../shell/session.ts'
import { LoadFailure } from '../shell/states.tsx'
import { useAnswer } from '../shell/use-answer.ts'
import type { Corner } from './ring.ts'
import classes from './zones.module.css'

/** Initial values of a zone that is made of an area. */
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

export function ReachPanel({ onAreas, onZone, onClose }: ReachPanelProps) {
  const { t } = useTranslation(['zones', 'records', 'reach'])
  const starts = useStarts()
  const [chosen, setChosen] = useState<string>()
  const [mode, setMode] = useState<Travel['mode']>()
  const [minutes, setMinutes] = useState([15, 30, 45])
  const start = starts?.find(({ value }) => value === chosen) ?? starts?.[0]
  const travels = start && !start.vehicleId && mode ? { ...start, travel: { mode } } : start
  const reach = useReachAreas(travels, minutes)
  useEffect(() => onAreas(reach.areas), [reach.areas, onAreas])
  useEffect(() => () => onAreas([]), [onAreas])
  return (
    <Stack gap="sm" className={classes.form} component="section" aria-label={t('reach:title')}>
      <Text fw={600}>{t('reach:title')}</Text>
      {starts?.length === 0 && <Alert color="yellow">{t('reach.no_start')}</Alert>}
      {start && (
        <>
          <Select
            label={t('reach:from')}
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
      {reach.isStraight && <Alert color="yellow">{t('reach:straight')}</Alert>}
      <AreaList reach={reach} place={start?.label ?? ''} onZone={onZone} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('reach.close')}
        </Button>
      </Group>
    </Stack>
  )
}

interface AreaListProps {
  reach: ReturnType<typeof useReachAreas>
  /** Name of the start. */
  place: string
  onZone: ReachPanelProps['onZone']
}

function AreaList({ reach, place, onZone }: AreaListProps) {
  const { t } = useTranslation(['zones', 'reach'])
  const formats = useFormats()
  return (
    <ul className={classes.list} aria-busy={reach.isPending}>
      {reach.found.map(({ minutes, color, outline, ids }) => (
        <li key={minutes} className={classes.item}>
          <span className={classes.swatch} style={{ background: color }} />
          <div style={{ flex: 1 }}>
            <Text fw={600}>{t('reach:within', { count: minutes })}</Text>
            {ids && (
              <Text size="sm" c="dimmed">
                {t('reach.clients', { count: ids.length, of: formats.number(reach.total ?? 0, 0) })}
              </Text>
            )}
          </div>
          {onZone && outline.length > 0 && (
            <Button
              size="xs"
              variant="light"
              aria-label={t('reach.zone_of', { count: minutes })}
              onClick={() =>
                onZone({ label: t('reach.zone_name', { count: minutes, place }), polygon: outline as Corner[] })
              }
            >
              {t('reach.zone')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

/** The depot and the starts of vehicles that have coordinates; undefined while they are read. */
function useStarts(): ReachStart[] | undefined {
  const { t } = useTranslation(['zones', 'reach'])
  const { id, settings } = useProject()
  const { data } = useAnswer(['vehicles', id, 'starts'], operations.listVehicles, {
    project_id: id,
    enabled: true,
    sort: 'label:asc',
    limit: 1_000,
  })
  return useMemo(() => {
    const depot = startAt('depot', t('reach:depot'), settings.depot)
    const ofVehicles = data?.docs.flatMap((vehicle) => {
      const start = startAt(vehicle.id, getName(vehicle), vehicle.default_start_location)
      return start ? [{ ...start, vehicleId: vehicle.id }] : []
    })
    return ofVehicles && [...(depot ? [depot] : []), ...ofVehicles]
  }, [data, settings.depot, t])
}

function getName({ label, plate, id }: Vehicle): string {
  return label || plate || id
}
