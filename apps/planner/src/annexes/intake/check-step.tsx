// The rows as a table to mend: what is wrong stands in its cell, doubtful places are shown, whatever the rows are for.
import { Button, Group, Progress, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconArrowDown, IconMapPinQuestion, IconReplace } from '@tabler/icons-react'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Refusal } from '../../shell/states.tsx'
import { AlikeDialog } from './alike-dialog.tsx'
import { CheckTable, type CheckTableHandle } from './check-table.tsx'
import { isDoubtful, placeState, rowPlan, useImport } from './import-store.ts'
import { OutsideNote } from './outside-note.tsx'
import { PlaceDialog } from './place-dialog.tsx'
import type { ImportProgress } from './use-import-run.ts'

interface CheckStepProps {
  progress: ImportProgress | undefined
  failure: string
  onLocate(): void
  /** Above the table, told how many places are doubtful. */
  counts(doubtful: number): ReactNode
  /** Below it. */
  foot: ReactNode
}

export function CheckStep({ progress, failure, onLocate, counts, foot }: CheckStepProps) {
  const [placing, setPlacing] = useState<readonly number[] | undefined>()
  const [isMending, setMending] = useState(false)
  const table = useRef<CheckTableHandle>(null)
  const rows = useShownRows()
  return (
    <Stack gap="sm">
      {counts(rows.doubtful.length)}
      <Group justify="space-between">
        <ShowChoice rows={rows} />
        <RowTools
          rows={rows}
          onLocate={progress ? undefined : onLocate}
          onPlaces={setPlacing}
          onMend={() => setMending(true)}
          onNextProblem={() => table.current?.goToNextProblem()}
        />
      </Group>
      <ProgressLine progress={progress} />
      <Refusal text={failure} py={8} />
      <OutsideNote />
      <CheckTable ref={table} shown={rows.shown} onPlace={(row) => setPlacing([row])} />
      {foot}
      {placing !== undefined && <PlaceDialog rows={placing} onClose={() => setPlacing(undefined)} />}
      {isMending && <AlikeDialog onClose={() => setMending(false)} />}
    </Stack>
  )
}

interface RowToolsProps {
  rows: ReturnType<typeof useShownRows>
  /** Not while addresses are looked up. */
  onLocate: (() => void) | undefined
  onPlaces(rows: readonly number[]): void
  onMend(): void
  onNextProblem(): void
}

/** Tools for the rows that should be looked at. */
function RowTools({ rows, onLocate, onPlaces, onMend, onNextProblem }: RowToolsProps) {
  const { t } = useTranslation('import')
  const state = useImport()
  const unknown = state.rows.some((_, row) => placeState(state, row).state === 'unknown')
  return (
    <Group gap="xs">
      {unknown && onLocate && (
        <Button variant="default" size="xs" onClick={onLocate}>
          {t('locate')}
        </Button>
      )}
      {rows.doubtful.length > 0 && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconMapPinQuestion size={15} />}
          onClick={() => onPlaces(rows.doubtful)}
        >
          {t('check_places', { count: rows.doubtful.length })}
        </Button>
      )}
      <Button
        variant="default"
        size="xs"
        leftSection={<IconReplace size={15} />}
        disabled={!state.rows.some(({ faults }) => faults.size > 0)}
        onClick={onMend}
      >
        {t('mend_alike')}
      </Button>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconArrowDown size={15} />}
        disabled={rows.broken.length === 0}
        onClick={onNextProblem}
      >
        {t('next_problem')}
      </Button>
    </Group>
  )
}

type Show = 'all' | 'problems' | 'places'

/** The rows that the table shows, and those that somebody should look at. */
function useShownRows() {
  const state = useImport()
  const [show, setShow] = useState<Show>('all')
  const [held, setHeld] = useState<readonly number[]>([])
  const doubtful = useMemo(
    () => state.rows.flatMap((_, row) => (isDoubtful(placeState(state, row).state) ? [row] : [])),
    [state],
  )
  const broken = useMemo(() => state.rows.flatMap((_, row) => (rowPlan(state, row) === 'broken' ? [row] : [])), [state])
  const all = useMemo(() => state.rows.map((_, row) => row), [state.rows])
  return {
    all,
    doubtful,
    broken,
    show,
    shown: show === 'all' ? all : held,
    /** A row that is being mended must not vanish from under the hands: the list is taken when it is chosen. */
    choose(next: Show) {
      setShow(next)
      setHeld(next === 'problems' ? broken : doubtful)
    },
  }
}

export function Count({ word, count, tone }: { word: string; count: number; tone: string }) {
  const { t } = useTranslation('import')
  return (
    <Text size="sm" fw={600} c={`var(--rw-${tone})`} data-count={word}>
      {t(`counts.${word}`, { count })}
    </Text>
  )
}

function ShowChoice({ rows }: { rows: ReturnType<typeof useShownRows> }) {
  const { t } = useTranslation('import')
  return (
    <SegmentedControl
      aria-label={t('show')}
      value={rows.show}
      onChange={(value) => rows.choose(value as Show)}
      data={[
        { value: 'all', label: t('show_all', { count: rows.all.length }) },
        { value: 'problems', label: t('show_problems', { count: rows.broken.length }) },
        { value: 'places', label: t('show_places', { count: rows.doubtful.length }) },
      ]}
    />
  )
}

/** Keeps its height while nothing runs, so that the table stays where it is. */
function ProgressLine({ progress }: { progress: ImportProgress | undefined }) {
  const { t } = useTranslation('import')
  return (
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
  )
}
