// Doors and parking places from past days: whether vans go there, and each with its evidence and what can be said of it by hand.
import { Badge, Button, Group, Stack, Switch, Text, TextInput } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { LearnedPlace, LearnedPlaceInput, LearnedPlaces as Summary } from '@routewright/contract'
import { IconMapPin, IconTrash } from '@tabler/icons-react'
import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Section } from '../../settings/section.tsx'
import classes from '../../settings/settings.module.css'
import { type Column, ColumnTable } from '../../shell/column-table.tsx'
import { IconButton } from '../../shell/icon-button.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { Pager } from '../../shell/pager.tsx'
import { save } from '../../shell/save.ts'
import { call, receive } from '../../shell/service.ts'
import { useFormats } from '../../shell/session.ts'
import { Empty, Refusal } from '../../shell/states.tsx'
import { useAction } from '../../shell/use-action.ts'
import { useAnswer } from '../../shell/use-answer.ts'
import { LearnedPoint } from './learned-point.tsx'

const pageSize = 25
const colors = { by_hand: 'blue', parking: 'green', door: 'green', map: 'gray' } as const

interface LearnedPlacesProps {
  places: Summary
  projectId: string
}

export function LearnedPlaces({ places, projectId }: LearnedPlacesProps) {
  const { t, i18n } = useTranslation('learning')
  const { action, run } = useRun()
  const use = (uses_places: boolean) =>
    run(() => call(operations.changeLearning, { project_id: projectId, body: { uses_places } }))
  const takeAway = () =>
    void action.run(async () =>
      save(await receive(operations.exportLearnedPlaces, { project_id: projectId, language: i18n.language })),
    )
  return (
    <Section name="places" title={t('places.title')} text={t('places.text')} failure={action.failure}>
      <Stack gap="sm">
        <Switch
          label={t('places.use')}
          description={t('places.use_hint')}
          checked={places.is_used}
          disabled={action.isBusy}
          onChange={(event) => use(event.currentTarget.checked)}
        />
        <Evidence places={places} />
        {places.places > 0 && (
          <Group>
            <Button size="xs" variant="default" onClick={takeAway}>
              {t('export')}
            </Button>
          </Group>
        )}
        <PlaceList projectId={projectId} />
      </Stack>
    </Section>
  )
}

/** Runs a change and shows what it left. */
function useRun() {
  const queries = useQueryClient()
  const action = useAction()
  const run = (work: () => Promise<unknown>) =>
    void action.run(async () => {
      await work()
      await Promise.all([['learning'], ['learned-places']].map((queryKey) => queries.invalidateQueries({ queryKey })))
    })
  return { action, run }
}

/** How many are known, and how near they were on days left out. */
function Evidence({ places }: { places: Summary }) {
  const { t } = useTranslation('learning')
  const formats = useFormats()
  const { doors, parkings, door_map_error, door_error, parking_map_error, parking_error } = places
  return (
    <div>
      <Text size="sm">{t('places.found', { doors: formats.number(doors), parkings: formats.number(parkings) })}</Text>
      {door_map_error !== undefined && door_error !== undefined && (
        <Text size="sm" c="dimmed">
          {t('places.door_errors', {
            map: formats.closeDistance(door_map_error),
            learned: formats.closeDistance(door_error),
          })}
        </Text>
      )}
      {parking_map_error !== undefined && parking_error !== undefined && (
        <Text size="sm" c="dimmed">
          {t('places.parking_errors', {
            map: formats.closeDistance(parking_map_error),
            learned: formats.closeDistance(parking_error),
          })}
        </Text>
      )}
    </div>
  )
}

function PlaceList({ projectId }: { projectId: string }) {
  const { t } = useTranslation('learning')
  const { action, run } = useRun()
  const [text, setText] = useState('')
  const [page, setPage] = useState(1)
  const parameters = {
    project_id: projectId,
    limit: pageSize,
    offset: (page - 1) * pageSize,
    ...(text === '' ? {} : { text }),
  }
  const query = useAnswer(['learned-places', parameters], operations.listLearnedPlaces, parameters, {
    placeholderData: keepPreviousData,
  })
  const columns = useColumns({
    isBusy: action.isBusy,
    onChange: ({ id }, body) => run(() => call(operations.changeLearnedPlace, { learned_place_id: id, body })),
    onForget: ({ id }) => run(() => call(operations.forgetLearnedPlace, { learned_place_id: id })),
  })
  const nothing = text === '' && (
    <Empty title={t('places.none')} text={t('places.none_text')} icon={IconMapPin} next={undefined} />
  )
  return (
    <div>
      <Refusal text={action.failure} mb="sm" />
      <TextInput
        size="xs"
        mb="sm"
        maw={280}
        aria-label={t('places.search')}
        placeholder={t('places.search')}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setPage(1)
        }}
      />
      <Loaded query={query} rows={3} empty={nothing}>
        {({ docs }) => <ColumnTable box={classes.scroll} columns={columns} rows={docs} />}
      </Loaded>
      <Pager total={query.data?.total} pageSize={pageSize} page={page} onPage={setPage} />
    </div>
  )
}

interface Actions {
  isBusy: boolean
  onChange(place: LearnedPlace, input: LearnedPlaceInput): void
  onForget(place: LearnedPlace): void
}

function useColumns(actions: Actions): Column<LearnedPlace>[] {
  const { t } = useTranslation('learning')
  return [
    { key: 'name', title: t('client'), cell: (place) => <Name place={place} /> },
    { key: 'door', title: t('places.door'), isNumber: true, cell: ({ door }) => <Away point={door} /> },
    { key: 'parking', title: t('places.parking'), isNumber: true, cell: ({ parking }) => <Away point={parking} /> },
    {
      key: 'used',
      title: t('places.goes'),
      cell: (place) => (
        <Badge className={classes.whole} color={colors[place.used]} variant="light">
          {t(place.used === 'map' && place.is_by_hand ? 'places.used.set' : `places.used.${place.used}`)}
        </Badge>
      ),
    },
    { key: 'actions', title: t('places.fixed'), cell: (place) => <ByHand place={place} {...actions} /> },
  ]
}

/** How far from the place on the map it is, how well visits agree, and how near it was on days left out. */
function Away({ point }: { point: LearnedPlace['door'] }) {
  const { t } = useTranslation('learning')
  const formats = useFormats()
  if (!point) return null
  const { meters, spread, map_error, learned_error, is_better } = point
  return (
    <>
      <Text size="sm" className={classes.oneLine} fw={is_better ? 600 : 400} c={is_better ? undefined : 'dimmed'}>
        {formats.closeDistance(meters)} ± {formats.closeDistance(spread)}
      </Text>
      <Text size="xs" className={classes.oneLine} c="dimmed">
        {t('places.nearer', { map: formats.closeDistance(map_error), learned: formats.closeDistance(learned_error) })}
      </Text>
    </>
  )
}

function getName({ label, map, client_id, id }: LearnedPlace): string {
  return label || (map ? `${map.lat}, ${map.lng}` : (client_id ?? id))
}

function Name({ place }: { place: LearnedPlace }) {
  const { t } = useTranslation('learning')
  const formats = useFormats()
  const visits = t('visits', { count: place.visits })
  const last = place.last_seen === undefined ? '' : ` · ${t('last', { day: formats.date(place.last_seen) })}`
  return (
    <>
      <Text size="sm" fw={600} truncate maw={240}>
        {getName(place)}
      </Text>
      <Text size="xs" c="dimmed">
        {place.kind === 'place' && `${t('place')} · `}
        {visits}
        {last}
      </Text>
    </>
  )
}

/** Actions on a learned place: set by hand, switched off, forgotten. */
function ByHand({ place, isBusy, onChange, onForget }: Actions & { place: LearnedPlace }) {
  const { t } = useTranslation('learning')
  const name = getName(place)
  return (
    <Group gap="xs" wrap="nowrap">
      <LearnedPoint place={place} name={name} isBusy={isBusy} onFix={(fixed) => onChange(place, { fixed })} />
      <Switch
        aria-label={t('places.on_of', { name })}
        checked={!place.is_off}
        disabled={isBusy}
        onChange={(event) => onChange(place, { is_off: !event.currentTarget.checked })}
      />
      <IconButton
        icon={IconTrash}
        variant="subtle"
        color="gray"
        label={t('places.forget', { name })}
        disabled={isBusy}
        onClick={() => onForget(place)}
      />
    </Group>
  )
}
