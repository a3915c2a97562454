// The fields of a route.
import { Alert, Button, Group, NumberInput, Stack, TagsInput, TextInput } from '@mantine/core'
import type { Route, RouteUpdate } from '@routewright/contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { routeName } from '../plan/plan-data.ts'
import { readRoute, updateRoute } from '../plan/record-edits.ts'
import { parseWindows, rangesWritten, windowsText } from '../records/time-text.ts'
import { ConflictNotice } from '../shell/conflict-notice.tsx'
import { failureText } from '../shell/failure.ts'
import classes from '../shell/panel.module.css'
import { type Conflict, keptNames, saveOverSeen } from '../shell/save-seen.ts'

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

export function RouteForm({ route, onClose }: { route: Route; onClose(): void }) {
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
