// One route in the drawer: what it takes, who drives it, its limits, and what can be done with it.
import { Alert, Button, Group, NumberInput, Stack, TagsInput, TextInput } from '@mantine/core'
import type { Route, RouteUpdate } from '@routewright/contract'
import { routeColor, textOn } from '@routewright/ui/route-colors'
import { routeLook } from '@routewright/ui/status'
import { IconDots, IconLock, IconLockOpen } from '@tabler/icons-react'
import { type FormEvent, type MouseEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { parseWindows, rangesWritten, windowsText } from '../records/time-text.ts'
import { ConflictNotice } from '../shell/conflict-notice.tsx'
import { failureText } from '../shell/failure.ts'
import { type Conflict, keptNames, saveOverSeen } from '../shell/save-seen.ts'
import { useFormats, useMayPlan } from '../shell/session.ts'
import { StatusChip } from '../shell/status-chip.tsx'
import { openContextMenu } from './context-menu-state.ts'
import classes from './drawer.module.css'
import { readRoute, updateRoute } from './edits.ts'
import { lateSeconds, routeName, totalsOf } from './plan-data.ts'
import { usePlanMidnight } from './plan-midnight.ts'
import { usePlanData } from './plan-store.ts'
import { useStopActions } from './stop-actions.ts'
import listClasses from './stop-list.module.css'

export function RouteDetails({ route }: { route: Route }) {
  const { t } = useTranslation('editor')
  const formats = useFormats()
  const mayPlan = useMayPlan()
  const actions = useStopActions()
  const data = usePlanData()
  const [isEditing, setEditing] = useState(false)
  const index = data.routes.indexOf(route)
  const color = routeColor(route, index)
  const stops = (data.orders.get(route.id) ?? []).map((id) => data.stops.get(id)!)
  const totals = totalsOf(stops)
  const midnight = usePlanMidnight()
  const late = stops.filter((stop) => lateSeconds(stop, midnight) > 0).length
  const { planned_start_time: start, planned_end_time: end } = route
  const share = (used: number, most: number | undefined, write: (value: number) => string) =>
    most === undefined ? write(used) : `${write(used)} / ${write(most)}`
  const rows: [string, string | undefined][] = [
    [t('stops'), share(stops.length, route.max_services, (value) => formats.number(value))],
    [t('times'), start === undefined || end === undefined ? undefined : formats.timeWindow([start, end])],
    [t('working_hours'), route.time_window && formats.timeWindow(route.time_window)],
    [
      t('duration'),
      start === undefined || end === undefined ? undefined : share(end - start, route.max_time, formats.duration),
    ],
    [
      t('distance'),
      route.planned_distance === undefined
        ? undefined
        : share(route.planned_distance, route.max_distance, formats.distance),
    ],
    [
      t('weight'),
      totals.weight > 0 || route.max_weight !== undefined
        ? share(totals.weight, route.max_weight, formats.weight)
        : undefined,
    ],
    [
      t('volume'),
      totals.volume > 0 || route.max_volume !== undefined
        ? share(totals.volume, route.max_volume, formats.volume)
        : undefined,
    ],
    [t('late_stops'), late > 0 ? formats.number(late) : undefined],
    [t('skills'), route.provides.join(', ') || undefined],
    [t('driver_email'), route.email],
    [t('phone'), route.phone],
    [t('plate'), route.plate],
  ]
  const openMenu = (event: MouseEvent) =>
    openContextMenu({ kind: 'route', x: event.clientX, y: event.clientY, routeId: route.id })
  return (
    <>
      <header className={`${classes.part} ${classes.head}`}>
        <Group gap={8} wrap="nowrap">
          <span className={listClasses.swatch} style={{ background: color, color: textOn(color) }}>
            {index + 1}
          </span>
          <h2 className={classes.title}>{routeName(route)}</h2>
        </Group>
        <Group mt={8} gap={8}>
          <StatusChip look={routeLook(route.status)} />
          {route.is_locked && <span className={classes.dim}>{t('locked')}</span>}
        </Group>
      </header>
      {isEditing ? (
        <RouteForm route={route} onClose={() => setEditing(false)} />
      ) : (
        <>
          <section className={classes.part}>
            <dl className={classes.facts}>
              {rows.map(
                ([name, value]) =>
                  value && (
                    <div key={name} style={{ display: 'contents' }}>
                      <dt>{name}</dt>
                      <dd>{value}</dd>
                    </div>
                  ),
              )}
            </dl>
          </section>
          <Group className={classes.part} gap="xs">
            <Button
              size="compact-md"
              variant="default"
              disabled={!mayPlan || route.status === 'finished'}
              onClick={() => setEditing(true)}
            >
              {t('edit')}
            </Button>
            <Button
              size="compact-md"
              variant="default"
              leftSection={route.is_locked ? <IconLockOpen size={15} /> : <IconLock size={15} />}
              disabled={!mayPlan}
              onClick={() => void actions.lock([route.id], !route.is_locked)}
            >
              {t(route.is_locked ? 'unlock' : 'lock')}
            </Button>
            <Button size="compact-md" variant="default" leftSection={<IconDots size={15} />} onClick={openMenu}>
              {t('shell:more')}
            </Button>
          </Group>
        </>
      )}
    </>
  )
}

const hoursOf = (seconds: number | undefined) => (seconds === undefined ? '' : seconds / 3600)

function draftOf(route: Route) {
  return {
    label: route.label ?? '',
    email: route.email ?? '',
    phone: route.phone ?? '',
    window: route.time_window ? windowsText([route.time_window]) : '',
    hours: hoursOf(route.max_time) as string | number,
    services: (route.max_services ?? '') as string | number,
    weight: (route.max_weight ?? '') as string | number,
    volume: (route.max_volume ?? '') as string | number,
    provides: [...route.provides],
  }
}
type Draft = ReturnType<typeof draftOf>

/** The fields of the draft as the service has them. */
function updateOf(draft: Draft): RouteUpdate {
  const orNull = (value: string | number, factor = 1) => (value === '' ? null : Number(value) * factor)
  return {
    label: draft.label.trim() || null,
    email: draft.email.trim() || null,
    phone: draft.phone.trim() || null,
    time_window: parseWindows(draft.window)?.[0] ?? null,
    max_time: orNull(draft.hours, 3600),
    max_services: orNull(draft.services),
    max_weight: orNull(draft.weight),
    max_volume: orNull(draft.volume),
    provides: draft.provides,
  }
}

/** The part of the form that a field comes from, and its label among the words. */
const parts = {
  label: ['label', 'name'],
  email: ['email', 'driver_email'],
  phone: ['phone', 'phone'],
  time_window: ['window', 'working_hours'],
  max_time: ['hours', 'max_hours'],
  max_services: ['services', 'max_stops'],
  max_weight: ['weight', 'weight_kg'],
  max_volume: ['volume', 'volume_m3'],
  provides: ['provides', 'skills'],
} as const satisfies Record<string, readonly [keyof Draft, string]>
type Part = keyof typeof parts

function RouteForm({ route, onClose }: { route: Route; onClose(): void }) {
  const { t } = useTranslation('editor')
  const [seen, setSeen] = useState(route)
  const [conflict, setConflict] = useState<Conflict<Route> | undefined>()
  const [draft, setDraft] = useState(() => draftOf(route))
  const [failure, setFailure] = useState('')
  const [isSaving, setSaving] = useState(false)
  const windows = parseWindows(draft.window)
  const isWindowRight = windows !== undefined && windows.length <= 1
  const change = (part: Partial<typeof draft>) => setDraft((old) => ({ ...old, ...part }))
  const submit = async (draft: Draft, over: Route) => {
    if (!isWindowRight) return
    setSaving(true)
    setFailure('')
    try {
      const found = await saveOverSeen<Route>({
        seen: over,
        fields: { ...updateOf(draft) },
        fieldsOf: (stored) => ({ ...updateOf(draftOf(stored)) }),
        send: (change, now) => updateRoute(t('did.changed', { what: routeName(route) }), change, now),
        read: () => readRoute(route.id),
      })
      setConflict(found)
      setSaving(false)
      if (!found) onClose()
    } catch (error) {
      setFailure(failureText(error, t))
      setSaving(false)
    }
  }
  /** Goes on from the route as it is now; own changes stay, but for those given up. */
  const settle = (found: Conflict<Route>, isKept: boolean) => {
    const { now } = found
    const own = keptNames(found, isKept) as Part[]
    const kept = Object.fromEntries(own.map((name) => [parts[name][0], draft[parts[name][0]]]))
    const next = { ...draftOf(now), ...kept }
    setSeen(now)
    setDraft(next)
    if (isKept) void submit(next, now)
    else setConflict(undefined)
  }
  const contested = (conflict?.names as Part[] | undefined)?.map((name) => {
    const [part, word] = parts[name]
    const written = (one: Draft) => (part === 'window' ? rangesWritten(one.window) : String(one[part]))
    return { label: t(word), theirs: written(draftOf(conflict!.now)), mine: written(draft) }
  })
  return (
    <form
      className={classes.part}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void submit(draft, seen)
      }}
    >
      <Stack gap="xs">
        <TextInput
          label={t('name')}
          value={draft.label}
          onChange={({ currentTarget: { value } }) => change({ label: value })}
        />
        <TextInput
          label={t('driver_email')}
          type="email"
          value={draft.email}
          onChange={({ currentTarget: { value } }) => change({ email: value })}
        />
        <TextInput
          label={t('phone')}
          type="tel"
          value={draft.phone}
          onChange={({ currentTarget: { value } }) => change({ phone: value })}
        />
        <TextInput
          label={t('working_hours')}
          placeholder="8:00-17:00"
          error={isWindowRight ? undefined : t('windows_wrong')}
          value={draft.window}
          onChange={({ currentTarget: { value } }) => change({ window: value })}
        />
        <Group grow>
          <NumberInput
            label={t('max_hours')}
            min={0}
            max={24}
            value={draft.hours}
            onChange={(hours) => change({ hours })}
          />
          <NumberInput
            label={t('max_stops')}
            min={0}
            value={draft.services}
            onChange={(services) => change({ services })}
          />
        </Group>
        <Group grow>
          <NumberInput label={t('weight_kg')} min={0} value={draft.weight} onChange={(weight) => change({ weight })} />
          <NumberInput label={t('volume_m3')} min={0} value={draft.volume} onChange={(volume) => change({ volume })} />
        </Group>
        <TagsInput label={t('skills')} value={draft.provides} onChange={(provides) => change({ provides })} />
        <ConflictNotice conflict={conflict} fields={contested} isBusy={isSaving} onSettle={settle} />
        {failure && (
          <Alert color="red" role="alert">
            {failure}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('shell:cancel')}
          </Button>
          <Button type="submit" loading={isSaving} disabled={!isWindowRight}>
            {t('shell:save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
