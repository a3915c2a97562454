// The result of an import.
import { Button, Group, List, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import type { LabelSelection } from '@routewright/contract'
import { IconCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { countPlans, type RowResult, startOver, useImport } from './import-store.ts'

/** Labels are asked for by the ids of this many stops at most; of more, for the whole plan. */
const MOST_STOPS = 10_000
const LabelDialog = lazy(async () => ({ default: (await import('../../labels/label-dialog.tsx')).LabelDialog }))

export function ResultStep({ planId }: { planId: string }) {
  const { t } = useTranslation(['import', 'labels'])
  const [isLabelling, setLabelling] = useState(false)
  const results = useImport((state) => state.results)
  const queries = useQueryClient()
  useEffect(() => {
    void queries.invalidateQueries()
  }, [queries])
  const count = (state: string) => [...results.values()].filter((result) => result.state === state).length
  return (
    <Stack align="center" gap="sm" py="xl" role="status">
      <ThemeIcon size={56} radius="xl" color="green" variant="light">
        <IconCheck size={32} />
      </ThemeIcon>
      <Title order={2} size="h3">
        {t('done_title')}
      </Title>
      <List listStyleType="none" ta="center">
        {(['created', 'updated', 'skipped'] as const)
          .filter((state) => count(state) > 0)
          .map((state) => (
            <List.Item key={state}>
              <Text data-result={state}>{t(`result_counts.${state}`, { count: count(state) })}</Text>
            </List.Item>
          ))}
      </List>
      <LeftRows />
      <Group mt="md">
        <Button variant="default" onClick={startOver}>
          {t('another')}
        </Button>
        <Button variant="default" onClick={() => setLabelling(true)}>
          {t('labels:title')}
        </Button>
        <Button variant="default" component={Link} to={`/plan/${planId}`} onClick={startOver}>
          {t('open_plan')}
        </Button>
        <Button component={Link} to={`/plan/${planId}?show=run`} onClick={startOver}>
          {t('plan_routes')}
        </Button>
      </Group>
      {isLabelling && (
        <Suspense>
          <LabelDialog selection={importedStops(results, planId)} onClose={() => setLabelling(false)} />
        </Suspense>
      )}
    </Stack>
  )
}

/** Rows that were not brought: for other days, or with something to correct first. */
function LeftRows() {
  const { t } = useTranslation('import')
  const left = useImport((state) => countPlans(state).broken)
  const otherDays = useImport((state) => countPlans(state).other_day)
  return (
    <>
      {otherDays > 0 && (
        <Text c="var(--rw-late)" data-result="other_day">
          {t('result_other_days', { count: otherDays })}
        </Text>
      )}
      {left > 0 && (
        <Group gap="sm" data-result="left">
          <Text fw={600} c="var(--rw-late)">
            {t('result_left', { count: left })}
          </Text>
          <Button variant="light" size="compact-md" onClick={() => useImport.setState({ step: 'check' })}>
            {t('correct_rest')}
          </Button>
        </Group>
      )}
    </>
  )
}

/** The stops of this import; the whole plan where the response with their ids was lost. */
function importedStops(results: ReadonlyMap<number, RowResult>, planId: string): LabelSelection {
  const taken = [...results.values()].filter(({ state }) => state === 'created' || state === 'updated')
  const ids = taken.flatMap(({ stopId }) => stopId ?? [])
  return ids.length === taken.length && ids.length > 0 && ids.length <= MOST_STOPS
    ? { stop_ids: ids }
    : { plan_id: planId }
}
