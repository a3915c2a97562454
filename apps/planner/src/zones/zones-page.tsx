// Zones: areas of the project that only certain vehicles serve; drawn on the map or written as coordinates.
import {
  Alert,
  Badge,
  Button,
  ColorInput,
  Group,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
  UnstyledButton,
} from '@mantine/core'
import { modals } from '@mantine/modals'
import type { Zone, ZoneUpdate } from '@routewright/contract'
import { routeColor } from '@routewright/ui/route-colors'
import { IconMap2, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, lazy, Suspense, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { refusedField } from '../records/record-queries.ts'
import { ConflictNotice } from '../shell/conflict-notice.tsx'
import { failureText } from '../shell/failure.ts'
import { noteSuccess } from '../shell/notices.tsx'
import { Page } from '../shell/page.tsx'
import { type Conflict, keptNames, saveOverSeen } from '../shell/save-seen.ts'
import { call } from '../shell/service.ts'
import { useMayPlan, useProject } from '../shell/session.ts'
import { Empty, LoadFailure, RowSkeletons } from '../shell/states.tsx'
import { type Corner, openRing, parseRing, ringFault, ringText } from './ring.ts'
import classes from './zones.module.css'

const ZonesMap = lazy(async () => ({ default: (await import('./zones-map.tsx')).ZonesMap }))

interface Edited {
  id: string | undefined
  label: string
  color: string
  enabled: boolean
  ring: Corner[]
  /** The zone as it was when it was opened. */
  seen: Zone | undefined
}

/** What is sent of a zone. */
const fieldsOfZone = ({ label, color, enabled, polygon }: Zone, shownColor: string) => ({
  label: label ?? '',
  color: color ?? shownColor,
  enabled,
  polygon,
})

export function ZonesPage() {
  const { t } = useTranslation(['zones', 'records', 'shell'])
  const project = useProject()
  const mayPlan = useMayPlan()
  const [edited, setEdited] = useState<Edited | undefined>()
  const query = useQuery({
    queryKey: ['zones', project.id],
    queryFn: ({ signal }) => call('GET /v2/project/{project_id}/zones', { project_id: project.id }, { signal }),
  })
  const zones = query.data ?? []
  const colorOf = (zone: Zone) => routeColor(zone, zones.indexOf(zone))
  const open = (zone: Zone) =>
    mayPlan &&
    setEdited({
      id: zone.id,
      label: zone.label ?? '',
      color: colorOf(zone),
      enabled: zone.enabled,
      ring: openRing(zone.polygon),
      seen: zone,
    })
  const begin = () =>
    setEdited({
      id: undefined,
      label: '',
      color: routeColor({}, zones.length),
      enabled: true,
      ring: [],
      seen: undefined,
    })
  const setRing = useCallback((ring: Corner[]) => setEdited((old) => old && { ...old, ring }), [])
  if (query.error) return <LoadFailure error={query.error} retry={() => void query.refetch()} />
  return (
    <Page
      title={t('title')}
      text={t('text')}
      isWide
      actions={
        mayPlan && (
          <Button leftSection={<IconPlus size={17} />} onClick={begin} disabled={edited !== undefined}>
            {t('new')}
          </Button>
        )
      }
    >
      <div className={classes.split}>
        <div className={classes.side}>
          {edited ? (
            <ZoneForm
              key={edited.id ?? 'new'}
              edited={edited}
              onChange={(next) => setEdited((old) => old && { ...old, ...next })}
              onClose={() => setEdited(undefined)}
            />
          ) : query.isPending ? (
            <RowSkeletons count={6} height={52} />
          ) : zones.length === 0 ? (
            <Empty title={t('none')} text={t('none_text')} icon={<IconMap2 size={40} stroke={1.3} />}>
              {mayPlan && <Button onClick={begin}>{t('new')}</Button>}
            </Empty>
          ) : (
            <ul className={classes.list}>
              {zones.map((zone) => (
                <li key={zone.id}>
                  <UnstyledButton className={classes.item} onClick={() => open(zone)} disabled={!mayPlan}>
                    <span className={classes.swatch} style={{ background: colorOf(zone) }} />
                    <Text fw={600} truncate style={{ flex: 1 }}>
                      {zone.label || t('unnamed')}
                    </Text>
                    {!zone.enabled && (
                      <Badge variant="light" color="gray">
                        {t('off')}
                      </Badge>
                    )}
                  </UnstyledButton>
                </li>
              ))}
            </ul>
          )}
        </div>
        <Suspense fallback={<div className={classes.map} />}>
          {!query.isPending && (
            <ZonesMap
              zones={zones}
              ring={edited?.ring}
              editedId={edited?.id}
              color={edited?.color ?? '#2f6fde'}
              onRing={setRing}
              onChoose={(id) => {
                const zone = zones.find((one) => one.id === id)
                if (zone) open(zone)
              }}
            />
          )}
        </Suspense>
      </div>
    </Page>
  )
}

interface ZoneFormProps {
  edited: Edited
  onChange(next: Partial<Edited>): void
  onClose(): void
}

function ZoneForm({ edited, onChange, onClose }: ZoneFormProps) {
  const { t } = useTranslation(['zones', 'records', 'shell'])
  const project = useProject()
  const queries = useQueryClient()
  const [typed, setTyped] = useState<string | undefined>()
  const [failure, setFailure] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [conflict, setConflict] = useState<Conflict<Zone> | undefined>()
  const parsed = typed === undefined ? undefined : parseRing(typed)
  const badLine = parsed && 'line' in parsed ? parsed.line : undefined
  const fault = ringFault(edited.ring)
  const finish = async (message: string) => {
    await queries.invalidateQueries({ queryKey: ['zones', project.id] })
    noteSuccess(message)
    onClose()
  }
  const save = async (next: Edited) => {
    const { seen, label, color, enabled, ring } = next
    const body = { label: label.trim(), color, enabled, polygon: [...ring, ring[0]!] }
    const path = { project_id: project.id }
    if (!seen) return void (await call('POST /v2/project/{project_id}/zone', { ...path, body }))
    const zone = { ...path, zone_id: seen.id }
    return saveOverSeen<Zone>({
      seen,
      fields: body,
      fieldsOf: (stored) => fieldsOfZone(stored, routeColor({}, 0)),
      send: (change, { updated_at }) =>
        call(
          'PUT /v2/project/{project_id}/zone/{zone_id}',
          { ...zone, body: change as ZoneUpdate },
          { seenUpdatedAt: updated_at },
        ),
      read: () => call('GET /v2/project/{project_id}/zone/{zone_id}', zone),
    })
  }
  const submit = async (next: Edited) => {
    if (fault || badLine) return setFailure(badLine ? t('bad_line', { line: badLine }) : t(`fault.${fault}`))
    setBusy(true)
    setFailure('')
    try {
      const found = await save(next)
      setConflict(found)
      if (!found) await finish(t('records:saved'))
    } catch (error) {
      setFailure(refusedField(error)?.reason ?? failureText(error, t))
    } finally {
      setBusy(false)
    }
  }
  /** Goes on from the zone as it is now; own changes stay, but for those given up. */
  const settle = (found: Conflict<Zone>, isKept: boolean) => {
    const { now } = found
    const own = keptNames(found, isKept)
    const isOwn = (name: string) => own.includes(name)
    const next: Edited = {
      id: now.id,
      seen: now,
      label: isOwn('label') ? edited.label : (now.label ?? ''),
      color: isOwn('color') ? edited.color : (now.color ?? edited.color),
      enabled: isOwn('enabled') ? edited.enabled : now.enabled,
      ring: isOwn('polygon') ? edited.ring : openRing(now.polygon),
    }
    setTyped(undefined)
    onChange(next)
    if (isKept) void submit(next)
    else setConflict(undefined)
  }
  const writtenZone = (name: string, zone: Pick<Edited, 'label' | 'color' | 'enabled' | 'ring'>) =>
    ({
      label: [t('name'), zone.label],
      color: [t('color'), zone.color],
      enabled: [t('enabled'), zone.enabled ? '✓' : '–'],
      polygon: [t('corners', { count: zone.ring.length }), String(zone.ring.length)],
    })[name] ?? [name, '']
  const contested = conflict?.names.map((name) => {
    const { label = '', color = '', enabled, polygon } = conflict.now
    const [title = '', theirs = ''] = writtenZone(name, { label, color, enabled, ring: openRing(polygon) })
    return { label: title, theirs, mine: writtenZone(name, edited)[1] ?? '' }
  })
  const remove = () =>
    modals.openConfirmModal({
      title: t('records:delete_title'),
      children: <Text size="sm">{t('delete_text', { name: edited.label || t('unnamed') })}</Text>,
      labels: { confirm: t('shell:delete'), cancel: t('shell:cancel') },
      confirmProps: { color: 'red' },
      onConfirm: () => {
        const path = { project_id: project.id, zone_id: edited.id! }
        const seen = edited.seen ? { seenUpdatedAt: edited.seen.updated_at } : {}
        call('DELETE /v2/project/{project_id}/zone/{zone_id}', path, seen).then(
          () => finish(t('deleted')),
          (error) => setFailure(failureText(error, t)),
        )
      },
    })
  return (
    <form
      className={classes.form}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void submit(edited)
      }}
    >
      <Stack gap="sm">
        <TextInput
          label={t('name')}
          data-autofocus
          maxLength={500}
          value={edited.label}
          onChange={({ currentTarget: { value } }) => onChange({ label: value })}
        />
        <ColorInput
          label={t('color')}
          value={edited.color}
          onChange={(color) => onChange({ color })}
          swatches={Array.from({ length: 12 }, (_, index) => routeColor({}, index))}
          eyeDropperButtonProps={{ 'aria-label': t('records:eye_dropper') }}
        />
        <Switch
          label={t('enabled')}
          description={t('enabled_hint')}
          checked={edited.enabled}
          onChange={(event) => onChange({ enabled: event.currentTarget.checked })}
        />
        <Alert color="blue" py={8}>
          {t('draw_hint')}
        </Alert>
        <Textarea
          label={t('corners', { count: edited.ring.length })}
          description={t('corners_hint')}
          autosize
          minRows={4}
          maxRows={10}
          value={typed ?? ringText(edited.ring)}
          error={badLine && t('bad_line', { line: badLine })}
          onChange={({ currentTarget: { value } }) => {
            setTyped(value)
            const ring = parseRing(value)
            if (Array.isArray(ring)) onChange({ ring })
          }}
          onBlur={() => badLine === undefined && setTyped(undefined)}
        />
        <ConflictNotice conflict={conflict} fields={contested} isBusy={isBusy} onSettle={settle} />
        {failure && (
          <Alert color="red" role="alert">
            {failure}
          </Alert>
        )}
        <Group justify="space-between">
          {edited.id ? (
            <Button variant="subtle" color="red" leftSection={<IconTrash size={16} />} onClick={remove}>
              {t('shell:delete')}
            </Button>
          ) : (
            <span />
          )}
          <Group gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('shell:cancel')}
            </Button>
            <Button type="submit" loading={isBusy}>
              {t('shell:save')}
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  )
}
