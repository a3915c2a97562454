// Past days replayed: what is other then, how far the search is, and the days before and after.
import { Alert, Button, Group, Menu, Paper, Progress, Stack, Text } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { Replay } from '@routewright/contract'
import { IconArrowLeft, IconDownload, IconFileSpreadsheet, IconPencil } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type Fact, Facts } from '../../shell/facts.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { Page } from '../../shell/page.tsx'
import { save } from '../../shell/save.ts'
import { call, receive } from '../../shell/service.ts'
import { useFormats, useMayPlan, useProject } from '../../shell/session.ts'
import { Refusal } from '../../shell/states.tsx'
import { useAction } from '../../shell/use-action.ts'
import { useAnswer } from '../../shell/use-answer.ts'
import { useDepotName } from '../../shell/use-depots.ts'
import { ReplayForm, useVehicleOptions } from './replay-form.tsx'
import { ReplayDays, ReplayTotals } from './replay-tables.tsx'

const askAgainMilliseconds = 700
const replaysKey = (projectId: string) => ['replays', projectId]
const isSearched = ({ state }: Replay) => state === 'waiting' || state === 'running'

export function ReplayPage() {
  const { t, i18n } = useTranslation('replay')
  const project = useProject()
  const mayPlan = useMayPlan()
  const query = useAnswer(
    [...replaysKey(project.id), i18n.language],
    operations.listReplays,
    { project_id: project.id, language: i18n.language },
    {
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data?.some(isSearched) ? askAgainMilliseconds : false),
    },
  )
  const askAgain = useAskAgain()
  return (
    <Page title={t('title')} text={t('text')} actions={<Ways />}>
      <Loaded query={query} rows={4} rowHeight={96}>
        {([last, ...others]) => (
          <Stack gap="lg">
            {last && <LastReplay key={last.id} replay={last} />}
            {mayPlan && !(last && isSearched(last)) && (
              <ReplayForm
                last={[last, ...others].find((entry) => entry && !entry.spreadsheet)?.asked}
                onAsked={askAgain}
              />
            )}
          </Stack>
        )}
      </Loaded>
    </Page>
  )
}

function useAskAgain() {
  const queries = useQueryClient()
  const project = useProject()
  return () => queries.invalidateQueries({ queryKey: replaysKey(project.id) })
}

/** To days of a spreadsheet, and back. */
function Ways() {
  const { t } = useTranslation('replay')
  const mayPlan = useMayPlan()
  return (
    <>
      {mayPlan && (
        <Button
          variant="default"
          leftSection={<IconFileSpreadsheet size={16} />}
          renderRoot={(props) => <Link {...props} to="/analytics/past-days" />}
        >
          {t('of_spreadsheet')}
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconArrowLeft size={16} />}
        renderRoot={(props) => <Link {...props} to="/analytics" />}
      >
        {t('to_analytics')}
      </Button>
    </>
  )
}

function LastReplay({ replay }: { replay: Replay }) {
  const { t } = useTranslation('replay')
  const formats = useFormats()
  const { from, to } = replay.asked
  const day = (date: string) => formats.calendarDate(date.slice(0, 10))
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="last-replay">
      <Group justify="space-between" mb="sm">
        <Text id="last-replay" fw={650}>
          {[`${day(from)} – ${day(to)}`, replay.spreadsheet?.file_name].filter(Boolean).join(' · ')}
        </Text>
        <Actions replay={replay} />
      </Group>
      {isSearched(replay) && (
        <Stack gap="sm">
          <Text size="sm" role="status">
            {replay.state === 'waiting' ? t('waiting') : t('searching')}
          </Text>
          <Progress value={replay.percent} size="lg" animated aria-label={t('progress')} />
        </Stack>
      )}
      {replay.state === 'failed' && (
        <Alert color="red" role="alert" title={t('failed')}>
          {replay.reason}
        </Alert>
      )}
      {replay.days && (
        <Stack gap="md">
          {replay.spreadsheet ? <AskedOther other={replay.spreadsheet.other} /> : <Asked asked={replay.asked} />}
          <ReplayTotals replay={replay} />
          <ReplayDays days={replay.days} />
          <Assumptions replay={replay} />
        </Stack>
      )}
    </Paper>
  )
}

function Actions({ replay }: { replay: Replay }) {
  const { t, i18n } = useTranslation(['replay', 'shell'])
  const mayPlan = useMayPlan()
  const action = useAction()
  const askAgain = useAskAgain()
  const take = (format: 'csv' | 'xlsx') =>
    action.run(async () =>
      save(await receive(operations.exportReplay, { replay_id: replay.id, format, language: i18n.language })),
    )
  const discard = () =>
    action.run(async () => {
      await call(operations.discardReplay, { replay_id: replay.id })
      await askAgain()
    })
  return (
    <Group gap="xs">
      {replay.days && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" leftSection={<IconDownload size={16} />} loading={action.isBusy}>
              {t('export')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => void take('xlsx')}>Excel</Menu.Item>
            <Menu.Item onClick={() => void take('csv')}>CSV</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      {mayPlan && replay.spreadsheet && !isSearched(replay) && (
        <Button
          variant="default"
          leftSection={<IconPencil size={16} />}
          renderRoot={(props) => <Link {...props} to="/analytics/past-days" />}
        >
          {t('ask_again')}
        </Button>
      )}
      {mayPlan && (
        <Button variant="default" loading={action.isBusy} onClick={() => void discard()}>
          {isSearched(replay) ? t('shell:cancel') : t('discard')}
        </Button>
      )}
      <Refusal text={action.failure} />
    </Group>
  )
}

/** Changes against the days themselves. */
function Asked({ asked }: { asked: Replay['asked'] }) {
  const { t } = useTranslation('replay')
  const formats = useFormats()
  const vehicles = useVehicleOptions()
  const depot = useDepotName(asked.depot_id)
  const getName = (id: string) => vehicles.find(({ value }) => value === id)?.label ?? id
  const { without_vehicle_ids: without = [], added = [], time_window: window } = asked
  const facts: Fact[] = [
    [t('without'), formats.list(without.map(getName))],
    [
      t('added'),
      formats.list(added.map(({ vehicle_id, count }) => `${getName(vehicle_id)} (${formats.number(count)})`)),
    ],
    [t('hours'), window && formats.timeWindow(window)],
    [t('depot'), asked.depot_id && (depot ?? asked.depot_id)],
  ]
  if (facts.every(([, value]) => !value)) return <Text size="sm">{t('nothing_other')}</Text>
  return <Facts facts={facts} />
}

/** Changes against the days of a spreadsheet. */
function AskedOther({ other }: { other: NonNullable<Replay['spreadsheet']>['other'] }) {
  const { t } = useTranslation('replay')
  const formats = useFormats()
  const { vehicles, time_window: window, depot } = other
  const facts: Fact[] = [
    [t('vans_changed'), vehicles === undefined ? undefined : formats.numberChange(vehicles)],
    [t('hours'), window && formats.timeWindow(window)],
    [t('depot'), depot && (depot.label ?? `${depot.lat}, ${depot.lng}`)],
  ]
  if (facts.every(([, value]) => !value)) return <Text size="sm">{t('nothing_other')}</Text>
  return <Facts facts={facts} />
}

/** The assumptions that the figures rest on, in words. */
function Assumptions({ replay }: { replay: Replay }) {
  const { t } = useTranslation('replay')
  const ofPlans = usePlanSentences(replay)
  const lines = replay.sentences ?? ofPlans
  return (
    <div>
      <Text size="sm" fw={600}>
        {t('rests.title')}
      </Text>
      <Text component="ul" size="sm" c="dimmed" m={0} ps={20}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </Text>
    </div>
  )
}

function usePlanSentences({ assumptions, days = [], before }: Replay): string[] {
  const { t } = useTranslation('replay')
  const formats = useFormats()
  if (!assumptions) return []
  const { driven, canceled, learned_stops, roads, by_hour, priced } = assumptions
  return [
    t('rests.before', { driven: formats.number(driven), days: formats.number(days.length) }),
    t('rests.after'),
    t('rests.work'),
    ...(canceled > 0 ? [t('rests.canceled', { count: canceled })] : []),
    `${roads ? t('rests.roads') : t('rests.straight')} ${by_hour ? t('rests.by_hour') : t('rests.one_time')}`,
    t('rests.played', { learned: formats.number(learned_stops), stops: formats.number(before?.stops ?? 0) }),
    priced ? t('rests.priced') : t('rests.unpriced'),
    t('rests.emissions'),
  ]
}
