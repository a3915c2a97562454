// The rows as a table to mend: what is wrong stands in its cell, doubtful places are shown, and the counts say what will happen.
import { Alert, Button, Group, Progress, SegmentedControl, Select, Stack, Text } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureText } from '../shell/failure.ts'
import { CheckTable, type CheckTableHandle } from './check-table.tsx'
import { locateRows } from './geocode.ts'
import { countPlans, type ExistingMode, placeState, rowPlan, useImport } from './import-store.ts'
import { PlaceDialog } from './place-dialog.tsx'
import { loadKnown, sendRows } from './send-rows.ts'

type Show = 'all' | 'problems' | 'places'

export function CheckStep({ planId, projectId }: { planId: string; projectId: string }) {
  const { t } = useTranslation(['import', 'shell'])
  const state = useImport()
  const [show, setShow] = useState<Show>('all')
  const [held, setHeld] = useState<readonly number[]>([])
  const [progress, setProgress] = useState<{ word: string; done: number; total: number } | undefined>()
  const [failure, setFailure] = useState('')
  const [placing, setPlacing] = useState<number | undefined>()
  const table = useRef<CheckTableHandle>(null)
  const counts = useMemo(() => countPlans(state), [state])
  const doubtful = useMemo(
    () => state.rows.flatMap((_, row) => (isDoubtful(placeState(state, row).state) ? [row] : [])),
    [state],
  )
  const broken = useMemo(() => state.rows.flatMap((_, row) => (rowPlan(state, row) === 'broken' ? [row] : [])), [state])
  // A row that is being mended must not vanish from under the hands: the list is taken when the filter is chosen.
  const choose = (next: Show) => {
    setShow(next)
    setHeld(next === 'problems' ? broken : doubtful)
  }
  const all = useMemo(() => state.rows.map((_, row) => row), [state.rows])
  const shown = show === 'all' ? all : held

  const look = (signal: AbortSignal) => {
    setFailure('')
    loadKnown(planId)
      .then(() => locateRows(projectId, (done, total) => setProgress({ word: 'locating', done, total }), signal))
      .catch((error) => !signal.aborted && setFailure(failureText(error, t)))
      .finally(() => !signal.aborted && setProgress(undefined))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once when the step opens; typed addresses are looked up by the button
  useEffect(() => {
    const control = new AbortController()
    look(control.signal)
    return () => control.abort()
  }, [planId, projectId])

  const send = async () => {
    setFailure('')
    try {
      await sendRows({
        planId,
        tell: (error) => failureText(error, t),
        onProgress: (done, total) => setProgress({ word: 'sending', done, total }),
      })
      const left = countPlans(useImport.getState()).broken
      if (left === 0) useImport.setState({ step: 'result' })
      else setFailure(t('some_left', { count: left }))
    } catch (error) {
      setFailure(failureText(error, t))
    } finally {
      setProgress(undefined)
    }
  }
  const unknown = state.rows.some((_, row) => placeState(state, row).state === 'unknown')
  const sendable = counts.create + counts.update + counts.skip
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Group gap="md" role="status" aria-live="polite">
          <Count word="create" count={counts.create} tone="done" />
          {counts.update > 0 && <Count word="update" count={counts.update} tone="moving" />}
          {counts.skip > 0 && <Count word="skip" count={counts.skip} tone="pending" />}
          {counts.done > 0 && <Count word="done" count={counts.done} tone="pending" />}
          <Count word="broken" count={counts.broken} tone={counts.broken > 0 ? 'failed' : 'pending'} />
          {doubtful.length > 0 && <Count word="doubtful" count={doubtful.length} tone="late" />}
        </Group>
        <Group gap="xs">
          <Select
            aria-label={t('existing')}
            w={290}
            allowDeselect={false}
            value={state.existing}
            data={(['update', 'skip', 'create'] as const).map((value) => ({ value, label: t(`existing_${value}`) }))}
            onChange={(value) => useImport.setState({ existing: value as ExistingMode })}
          />
        </Group>
      </Group>
      <Group justify="space-between">
        <SegmentedControl
          aria-label={t('show')}
          value={show}
          onChange={(value) => choose(value as Show)}
          data={[
            { value: 'all', label: t('show_all', { count: state.rows.length }) },
            { value: 'problems', label: t('show_problems', { count: broken.length }) },
            { value: 'places', label: t('show_places', { count: doubtful.length }) },
          ]}
        />
        <Group gap="xs">
          {unknown && !progress && (
            <Button variant="default" size="xs" onClick={() => look(new AbortController().signal)}>
              {t('locate')}
            </Button>
          )}
          <Button
            variant="default"
            size="xs"
            leftSection={<IconArrowDown size={15} />}
            disabled={broken.length === 0}
            onClick={() => table.current?.goToNextProblem()}
          >
            {t('next_problem')}
          </Button>
        </Group>
      </Group>
      <div style={{ minHeight: 6 }}>
        {progress && progress.total > 0 && (
          <Progress.Root size={6} aria-label={t(progress.word)}>
            <Progress.Section
              value={(progress.done / progress.total) * 100}
              aria-label={t(progress.word, { done: progress.done, total: progress.total })}
            />
          </Progress.Root>
        )}
      </div>
      {failure && (
        <Alert color="red" role="alert" py={8}>
          {failure}
        </Alert>
      )}
      <CheckTable ref={table} shown={shown} onPlace={setPlacing} />
      <Group justify="space-between">
        <Button variant="default" onClick={() => useImport.setState({ step: 'columns' })}>
          {t('back_to_columns')}
        </Button>
        <Group>
          <Text size="sm" c="dimmed">
            {counts.broken > 0 && t('broken_stay')}
          </Text>
          <Button
            onClick={send}
            loading={progress?.word === 'sending'}
            disabled={sendable === 0 || progress !== undefined}
          >
            {t('send', { count: counts.create + counts.update })}
          </Button>
        </Group>
      </Group>
      {placing !== undefined && <PlaceDialog row={placing} onClose={() => setPlacing(undefined)} />}
    </Stack>
  )
}

export function isDoubtful(state: string): boolean {
  return state === 'doubtful' || state === 'missing' || state === 'none'
}

function Count({ word, count, tone }: { word: string; count: number; tone: string }) {
  const { t } = useTranslation('import')
  return (
    <Text size="sm" fw={600} c={`var(--rw-${tone})`} data-count={word}>
      {t(`counts.${word}`, { count })}
    </Text>
  )
}
