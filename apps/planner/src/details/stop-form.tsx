// The fields of a stop. What was typed stays until it is saved or thrown away, also when the service refuses it.
import {
  Alert,
  Autocomplete,
  Button,
  Group,
  NumberInput,
  Select,
  Stack,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { Location, Stop, StopInput } from '@routewright/contract'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { stopAddress } from '../plan/plan-data.ts'
import { readStop, updateStop } from '../plan/record-edits.ts'
import { useSelection } from '../plan/selection.ts'
import { createStop } from '../plan/stop-edits.ts'
import { parseWindows, rangesWritten, windowsText } from '../records/time-text.ts'
import { ConflictNotice } from '../shell/conflict-notice.tsx'
import { failureText } from '../shell/failure.ts'
import classes from '../shell/panel.module.css'
import { type Conflict, type Fields, keptNames, saveOverSeen } from '../shell/save-seen.ts'
import { call } from '../shell/service.ts'
import {
  CustomFieldInputs,
  type CustomValues,
  customFieldsOf,
  type TaskDraft,
  TaskInputs,
  taskDrafts,
  tasksOf,
} from './stop-extras.tsx'

interface Draft {
  label: string
  address: string
  location: Location | undefined
  type: Stop['type']
  windows: string
  minutes: string | number
  weight: string | number
  volume: string | number
  requires: string[]
  phone: string
  email: string
  person: string
  door: string
  comments: string
  externalId: string
  parcels: string[]
  tasks: TaskDraft[]
  custom: CustomValues
}

function draftOf(stop: Stop | undefined): Draft {
  return {
    label: stop?.label ?? '',
    address: stop ? stopAddress(stop) : '',
    location: stop?.location,
    type: stop?.type ?? 'delivery',
    windows: windowsText(stop?.time_windows ?? []),
    minutes: stop?.duration === undefined ? '' : stop.duration / 60,
    weight: stop?.weight ?? '',
    volume: stop?.volume ?? '',
    requires: [...(stop?.requires ?? [])],
    phone: stop?.phone ?? '',
    email: stop?.email ?? '',
    person: stop?.reference_person ?? '',
    door: stop?.location_details ?? '',
    comments: stop?.comments ?? '',
    externalId: stop?.external_id ?? '',
    parcels: (stop?.packages ?? []).map(({ identifier }) => identifier),
    tasks: taskDrafts(stop?.tasks ?? []),
    custom: { ...stop?.custom_fields },
  }
}

const orNull = (value: string) => (value.trim() === '' ? null : value.trim())
const numberOrNull = (value: string | number) => (value === '' ? null : Number(value))

/** The fields of the draft as the service has them. */
function inputOf(draft: Draft, windows: [number, number][]): StopInput {
  const { location_id: _id, scoring: _scoring, partial_match: _match, ...place } = draft.location ?? {}
  return {
    label: orNull(draft.label),
    location: draft.location ? place : orNull(draft.address) ? { label: draft.address.trim() } : null,
    type: draft.type,
    time_windows: windows,
    duration: draft.minutes === '' ? null : Math.round(Number(draft.minutes) * 60),
    weight: numberOrNull(draft.weight),
    volume: numberOrNull(draft.volume),
    requires: draft.requires,
    phone: orNull(draft.phone),
    email: orNull(draft.email),
    reference_person: orNull(draft.person),
    location_details: orNull(draft.door),
    comments: orNull(draft.comments),
    external_id: orNull(draft.externalId),
    ...(draft.type === 'delivery' && { packages: draft.parcels.map((identifier) => ({ identifier })) }),
    tasks: tasksOf(draft.tasks),
    custom_fields: customFieldsOf(draft.custom),
  }
}

/** Untouched, the form of a stop. */
function inputOfStop(stop: Stop): Fields {
  const draft = draftOf(stop)
  return { ...inputOf(draft, parseWindows(draft.windows) ?? []) }
}

/** The part of the form that a field comes from, and its label among the words. */
const parts = {
  label: ['label', 'name'],
  location: ['address', 'address'],
  type: ['type', 'type'],
  time_windows: ['windows', 'windows'],
  duration: ['minutes', 'minutes'],
  weight: ['weight', 'weight_kg'],
  volume: ['volume', 'volume_m3'],
  requires: ['requires', 'skills'],
  phone: ['phone', 'phone'],
  email: ['email', 'email'],
  reference_person: ['person', 'person'],
  location_details: ['door', 'door'],
  comments: ['comments', 'comments'],
  external_id: ['externalId', 'external_id'],
  packages: ['parcels', 'parcels'],
  tasks: ['tasks', 'tasks'],
  custom_fields: ['custom', 'custom_fields'],
} as const satisfies Record<string, readonly [keyof Draft, string]>
type Part = keyof typeof parts

/** Drafts by stop with what they were typed over, so that nothing typed is lost when another stop is looked at. */
const drafts = new Map<string, { draft: Draft; seen: Stop | undefined }>()

export function StopForm({ stop, onClose }: { stop?: Stop; onClose(): void }) {
  const { t } = useTranslation('editor')
  const key = stop?.id ?? 'new'
  const [seen, setSeen] = useState(() => drafts.get(key)?.seen ?? stop)
  const [draft, setDraftState] = useState<Draft>(() => drafts.get(key)?.draft ?? draftOf(stop))
  const [conflict, setConflict] = useState<Conflict<Stop> | undefined>()
  const [failure, setFailure] = useState('')
  const [isSaving, setSaving] = useState(false)
  const windows = parseWindows(draft.windows)
  const setDraft = (change: Partial<Draft>) => {
    const next = { ...draft, ...change }
    drafts.set(key, { draft: next, seen })
    setDraftState(next)
  }
  const text = (name: 'label' | 'phone' | 'email' | 'person' | 'door' | 'externalId') => ({
    value: draft[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => setDraft({ [name]: value }),
  })
  const close = () => {
    drafts.delete(key)
    onClose()
  }
  const submit = async (draft: Draft, over: Stop | undefined) => {
    const windows = parseWindows(draft.windows)
    if (!windows) return
    setSaving(true)
    setFailure('')
    const what = draft.label || draft.address
    try {
      const input = inputOf(draft, windows)
      if (!over) {
        const id = await createStop(t('did.created', { what }), withoutNulls(input))
        drafts.delete(key)
        useSelection.getState().select([id])
        return
      }
      const found = await saveOverSeen<Stop>({
        seen: over,
        fields: { ...input },
        fieldsOf: inputOfStop,
        send: (change, now) => updateStop(t('did.changed', { what }), change, now),
        read: () => readStop(over.id),
      })
      setConflict(found)
      setSaving(false)
      if (!found) close()
    } catch (error) {
      setFailure(failureText(error, t))
      setSaving(false)
    }
  }
  /** Goes on from the stop as it is now; own changes stay, but for those given up. */
  const settle = (found: Conflict<Stop>, isKept: boolean) => {
    const { now } = found
    const own = keptNames(found, isKept) as Part[]
    const kept = Object.fromEntries(own.map((name) => [parts[name][0], draft[parts[name][0]]]))
    const next: Draft = { ...draftOf(now), ...kept, ...(own.includes('location') && { location: draft.location }) }
    setSeen(now)
    setDraftState(next)
    drafts.set(key, { draft: next, seen: now })
    if (isKept) void submit(next, now)
    else setConflict(undefined)
  }
  const contested = (conflict?.names as Part[] | undefined)?.map((name) => {
    const [part, word] = parts[name]
    const written = (one: Draft) => {
      if (part === 'type') return t(`types.${one.type}`)
      if (part === 'tasks') return one.tasks.map(({ label, barcode }) => label || barcode).join(', ')
      if (part === 'custom') return Object.values(one.custom).filter(Boolean).join(', ')
      if (part === 'windows') return rangesWritten(one.windows)
      return String(one[part])
    }
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
        <TextInput label={t('name')} data-autofocus {...text('label')} />
        <AddressInput
          value={draft.address}
          isKnown={draft.location?.lat !== undefined}
          onText={(address) => setDraft({ address, location: undefined })}
          onPlace={(location, address) => setDraft({ location, address })}
        />
        <Group grow>
          <Select
            label={t('type')}
            allowDeselect={false}
            data={(['delivery', 'pickup', 'visit'] as const).map((value) => ({ value, label: t(`types.${value}`) }))}
            value={draft.type}
            onChange={(value) => setDraft({ type: (value ?? 'delivery') as Stop['type'] })}
          />
          <NumberInput
            label={t('minutes')}
            min={0}
            max={1440}
            value={draft.minutes}
            onChange={(minutes) => setDraft({ minutes })}
          />
        </Group>
        <TextInput
          label={t('windows')}
          placeholder="8:00-12:00, 14:00-16:00"
          error={windows ? undefined : t('windows_wrong')}
          value={draft.windows}
          onChange={({ currentTarget: { value } }) => setDraft({ windows: value })}
        />
        <Group grow>
          <NumberInput
            label={t('weight_kg')}
            min={0}
            value={draft.weight}
            onChange={(weight) => setDraft({ weight })}
          />
          <NumberInput
            label={t('volume_m3')}
            min={0}
            value={draft.volume}
            onChange={(volume) => setDraft({ volume })}
          />
        </Group>
        <TagsInput label={t('skills')} value={draft.requires} onChange={(requires) => setDraft({ requires })} />
        <TextInput label={t('person')} {...text('person')} />
        <Group grow>
          <TextInput label={t('phone')} type="tel" {...text('phone')} />
          <TextInput label={t('email')} type="email" {...text('email')} />
        </Group>
        <TextInput label={t('door')} {...text('door')} />
        <Textarea
          label={t('comments')}
          autosize
          minRows={2}
          value={draft.comments}
          onChange={({ currentTarget: { value } }) => setDraft({ comments: value })}
        />
        <TextInput label={t('external_id')} {...text('externalId')} />
        {draft.type === 'delivery' && (
          <TagsInput
            label={t('parcels')}
            description={t('parcels_hint')}
            value={draft.parcels}
            onChange={(parcels) => setDraft({ parcels })}
          />
        )}
        <TaskInputs tasks={draft.tasks} onChange={(tasks) => setDraft({ tasks })} />
        <CustomFieldInputs values={draft.custom} onChange={(custom) => setDraft({ custom })} />
        <ConflictNotice conflict={conflict} fields={contested} isBusy={isSaving} onSettle={settle} />
        {failure && (
          <Alert color="red" role="alert">
            {failure}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {t('shell:cancel')}
          </Button>
          <Button type="submit" loading={isSaving} disabled={!windows}>
            {t('shell:save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function withoutNulls(input: StopInput): StopInput {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null)) as StopInput
}

interface AddressInputProps {
  value: string
  isKnown: boolean
  onText(text: string): void
  onPlace(location: Location, text: string): void
}

/** Offers places while somebody types. An address without a chosen place is kept as it is, and flagged. */
function AddressInput({ value, isKnown, onText, onPlace }: AddressInputProps) {
  const { t } = useTranslation('editor')
  const [asked] = useDebouncedValue(value.trim(), 250)
  const { data } = useQuery({
    queryKey: ['addresses', asked],
    queryFn: ({ signal }) => call('GET /app/v1/addresses', { text: asked }, { signal, once: true }),
    enabled: asked.length >= 3 && !isKnown,
    staleTime: 300_000,
  })
  const places = new Map((data ?? []).map((place) => [labelOf(place), place]))
  return (
    <Autocomplete
      label={t('address')}
      description={isKnown ? undefined : t('address_hint')}
      value={value}
      data={[...places.keys()]}
      filter={({ options }) => options}
      onChange={onText}
      onOptionSubmit={(text) => {
        const place = places.get(text)
        if (place) onPlace(place, text)
      }}
    />
  )
}

function labelOf(place: Location): string {
  const town = [place.postal_code, place.city].filter(Boolean).join(' ')
  return place.label ?? [place.main_text ?? place.street, place.secondary_text ?? town].filter(Boolean).join(', ')
}
