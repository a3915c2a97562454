// "How many vans?": asks for fleets of different sizes, shows how far the search is, and what came of it.
import { Button, Group, NumberInput, Progress, Stack, Text } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { FleetSizes } from '@routewright/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePlanData } from '../../plan/plan-store.ts'
import classes from '../../shell/panel.module.css'
import { call } from '../../shell/service.ts'
import { useFormats, useMayPlan } from '../../shell/session.ts'
import { LoadFailure, Refusal } from '../../shell/states.tsx'
import { useAction } from '../../shell/use-action.ts'
import { useAnswer } from '../../shell/use-answer.ts'
import { buildChosen, FleetAdvanced, nothingChosen } from './fleet-advanced.tsx'
import { FleetTable } from './fleet-table.tsx'

const POLL_MS = 700
const mostBeside = 5

const sizesKey = (planId: string) => ['fleet-sizes', planId]
const isSearched = ({ state }: FleetSizes) => state === 'waiting' || state === 'running'

export default function FleetSizesPart() {
  const { t } = useTranslation('fleets')
  const { plan } = usePlanData()
  const mayPlan = useMayPlan()
  const query = useAnswer(
    sizesKey(plan.id),
    operations.listFleetSizes,
    { plan_id: plan.id },
    {
      staleTime: 0,
      retry: false,
      refetchInterval: ({ state }) => (state.data?.some(isSearched) ? POLL_MS : false),
    },
  )
  const [last] = query.data ?? []
  return (
    <section className={classes.part} aria-labelledby="fleet-sizes">
      <h3 id="fleet-sizes" className={classes.heading}>
        {t('title')}
      </h3>
      <div className={classes.dim}>{t('text')}</div>
      <Stack gap="sm" mt="sm">
        {query.error && <LoadFailure error={query.error} retry={() => void query.refetch()} />}
        {last && isSearched(last) && <Searching sizes={last} />}
        {last?.state === 'failed' && <Refusal text={t('failed', { reason: last.reason ?? '' })} />}
        {last?.fleets && <Found sizes={last} />}
        {mayPlan && query.data && !(last && isSearched(last)) && <Ask last={last} />}
      </Stack>
    </section>
  )
}

/** Shows what the service answered until it is asked again. */
function useAskAgain() {
  const queries = useQueryClient()
  const { plan } = usePlanData()
  return () => queries.invalidateQueries({ queryKey: sizesKey(plan.id) })
}

function Ask({ last }: { last: FleetSizes | undefined }) {
  const { t } = useTranslation('fleets')
  const formats = useFormats()
  const { plan } = usePlanData()
  const action = useAction()
  const askAgain = useAskAgain()
  const [percent, setPercent] = useState<string | number>(last ? Math.round(last.share * 1_000) / 10 : 95)
  const [fewer, setFewer] = useState<string | number>(2)
  const [more, setMore] = useState<string | number>(2)
  const [advanced, setAdvanced] = useState(nothingChosen)
  const isComplete = [percent, fewer, more].every((value) => typeof value === 'number')
  const start = () =>
    action.run(async () => {
      const body = { share: Number(percent) / 100, fewer: Number(fewer), more: Number(more), ...buildChosen(advanced) }
      await call(operations.tryFleetSizes, { plan_id: plan.id, body })
      await askAgain()
    })
  const count = { min: 0, max: mostBeside, allowDecimal: false, clampBehavior: 'strict' } as const
  return (
    <>
      <Group gap="sm" grow align="flex-end">
        <NumberInput
          label={t('share')}
          min={50}
          max={99.9}
          decimalScale={1}
          suffix={formats.percentSign()}
          value={percent}
          onChange={setPercent}
        />
        <NumberInput label={t('fewer')} {...count} value={fewer} onChange={setFewer} />
        <NumberInput label={t('more')} {...count} value={more} onChange={setMore} />
      </Group>
      <FleetAdvanced choice={advanced} onChange={setAdvanced} />
      <Refusal text={action.failure} />
      <Button variant="default" loading={action.isBusy} disabled={!isComplete} onClick={() => void start()}>
        {last ? t('again') : t('start')}
      </Button>
    </>
  )
}

function Searching({ sizes }: { sizes: FleetSizes }) {
  const { t } = useTranslation(['fleets', 'shell'])
  const mayPlan = useMayPlan()
  const action = useAction()
  const askAgain = useAskAgain()
  const cancel = () =>
    action.run(async () => {
      await call(operations.discardFleetSizes, { fleet_sizes_id: sizes.id })
      await askAgain()
    })
  return (
    <>
      <Text size="sm" role="status">
        {sizes.state === 'waiting' ? t('waiting') : t('searching')}
      </Text>
      <Progress value={sizes.percent} size="lg" animated aria-label={t('progress')} />
      {mayPlan && (
        <Button variant="default" loading={action.isBusy} onClick={() => void cancel()}>
          {t('shell:cancel')}
        </Button>
      )}
      <Refusal text={action.failure} />
    </>
  )
}

function Found({ sizes }: { sizes: FleetSizes }) {
  const { t } = useTranslation('fleets')
  const formats = useFormats()
  const isWhole = Number.isInteger(Math.round(sizes.share * 1_000) / 10)
  const share = isWhole ? formats.percent(sizes.share) : formats.exactPercent(sizes.share)
  return (
    <>
      <Text size="sm" fw={600} role="status">
        {sizes.smallest === undefined ? t('none', { share }) : t('smallest', { count: sizes.smallest, share })}
      </Text>
      <FleetTable sizes={sizes} />
      <Assumptions sizes={sizes} />
    </>
  )
}

/** The assumptions that the figures rest on, in words. */
function Assumptions({ sizes: { assumptions, days } }: { sizes: FleetSizes }) {
  const { t } = useTranslation('fleets')
  const formats = useFormats()
  if (!assumptions) return null
  const { stops, seconds, slack, learned_stops, roads, by_hour, priced, locked_routes } = assumptions
  const lines = [
    t('rests.search', { seconds: formats.number(seconds) }),
    slack > 0 ? t('rests.slack', { slack: formats.percent(slack) }) : t('rests.no_slack'),
    t('rests.played', { days, learned: formats.number(learned_stops), stops: formats.number(stops) }),
    t('rests.kept'),
    `${roads ? t('rests.roads') : t('rests.straight')} ${by_hour ? t('rests.by_hour') : t('rests.one_time')}`,
    ...(priced ? [] : [t('rests.unpriced')]),
    ...(locked_routes > 0 ? [t('rests.locked', { count: locked_routes })] : []),
    t('rests.not_begun'),
  ]
  return (
    <details>
      <summary className={classes.dim}>{t('rests.title')}</summary>
      <ul className={classes.dim} style={{ margin: '6px 0 0', paddingInlineStart: 18 }}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </details>
  )
}
