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
import type { Zone } from '@routewright/contract'
import { routeColor } from '@routewright/ui/route-colors'
import { IconMap2, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, lazy, Suspense, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { refusedField } from '../records/record-queries.ts'
import { failureText } from '../shell/failure.ts'
import { noteSuccess } from '../shell/notices.tsx'
import { Page } from '../shell/page.tsx'
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
}

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
    })
  const begin = () =>
    setEdited({ id: undefined, label: '', color: routeColor({}, zones.length), enabled: true, ring: [] })
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
  const parsed = typed === undefined ? undefined : parseRing(typed)
  const badLine = parsed && 'line' in parsed ? parsed.line : undefined
  const fault = ringFault(edited.ring)
  const finish = async (message: string) => {
    await queries.invalidateQueries({ queryKey: ['zones', project.id] })
    noteSuccess(message)
    onClose()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (fault || badLine) return setFailure(badLine ? t('bad_line', { line: badLine }) : t(`fault.${fault}`))
    setBusy(true)
    setFailure('')
    const { id, label, color, enabled, ring } = edited
    const body = { label: label.trim(), color, enabled, polygon: [...ring, ring[0]!] }
    try {
      if (id) await call('PUT /v2/project/{project_id}/zone/{zone_id}', { project_id: project.id, zone_id: id, body })
      else await call('POST /v2/project/{project_id}/zone', { project_id: project.id, body })
      await finish(t('records:saved'))
    } catch (error) {
      setFailure(refusedField(error)?.reason ?? failureText(error, t))
    } finally {
      setBusy(false)
    }
  }
  const remove = () =>
    modals.openConfirmModal({
      title: t('records:delete_title'),
      children: <Text size="sm">{t('delete_text', { name: edited.label || t('unnamed') })}</Text>,
      labels: { confirm: t('shell:delete'), cancel: t('shell:cancel') },
      confirmProps: { color: 'red' },
      onConfirm: () => {
        const path = { project_id: project.id, zone_id: edited.id! }
        call('DELETE /v2/project/{project_id}/zone/{zone_id}', path).then(
          () => finish(t('deleted')),
          (error) => setFailure(failureText(error, t)),
        )
      },
    })
  return (
    <form onSubmit={submit} className={classes.form}>
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
