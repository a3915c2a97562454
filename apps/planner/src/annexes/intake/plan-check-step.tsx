// The rows of stops for a plan: how many will be created, what happens to those that the plan has already, and sending them.
import { Button, Checkbox, Group, Select, Text } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { CheckStep, Count } from './check-step.tsx'
import { countDoubts, countOmissible, countPlans, type ExistingMode, isForOtherDay, useImport } from './import-store.ts'
import { useDoubtfulPhones } from './phone-doubts.ts'
import { type ImportProgress, useImportRun } from './use-import-run.ts'

export function PlanCheckStep({ planId, projectId }: { planId: string; projectId: string }) {
  const { progress, failure, lookAgain, send } = useImportRun(planId, projectId)
  return (
    <CheckStep
      progress={progress}
      failure={failure}
      onLocate={lookAgain}
      counts={(doubtful) => <CountBar doubtful={doubtful} />}
      foot={<SendBar progress={progress} onSend={send} />}
    />
  )
}

/** Counts of rows by what will happen to them, and the choice for stops that are there already. */
function CountBar({ doubtful }: { doubtful: number }) {
  const { t } = useTranslation('import')
  const state = useImport()
  const counts = useMemo(() => countPlans(state), [state])
  const phones = useDoubtfulPhones()
  const continued = state.table.left.filter(({ kind }) => kind === 'continued').length
  const look = useMemo(() => countDoubts(state), [state])
  return (
    <Group justify="space-between">
      <Group gap="md" role="status" aria-live="polite">
        <Count word="create" count={counts.create} tone="done" />
        {counts.update > 0 && <Count word="update" count={counts.update} tone="moving" />}
        {counts.skip > 0 && <Count word="skip" count={counts.skip} tone="pending" />}
        {counts.done > 0 && <Count word="done" count={counts.done} tone="pending" />}
        {counts.other_day > 0 && <Count word="other_day" count={counts.other_day} tone="late" />}
        <Count word="broken" count={counts.broken} tone={counts.broken > 0 ? 'failed' : 'pending'} />
        {doubtful > 0 && <Count word="doubtful" count={doubtful} tone="late" />}
        {continued > 0 && <Count word="continued" count={continued} tone="pending" />}
        {look > 0 && <Count word="look" count={look} tone="late" />}
        {phones > 0 && <Count word="phones" count={phones} tone="late" />}
      </Group>
      <Select
        aria-label={t('existing')}
        w={350}
        maw="100%"
        allowDeselect={false}
        value={state.existing}
        data={(['update', 'skip', 'create'] as const).map((value) => ({ value, label: t(`existing_${value}`) }))}
        onChange={(value) => useImport.setState({ existing: value as ExistingMode })}
      />
    </Group>
  )
}

function SendBar({ progress, onSend }: { progress: ImportProgress | undefined; onSend(): void }) {
  const { t } = useTranslation('import')
  const state = useImport()
  const { create, update, skip, broken } = useMemo(() => countPlans(state), [state])
  const badCells = useMemo(() => countOmissible(state), [state])
  const otherDays = useMemo(() => state.rows.filter((_, row) => isForOtherDay(state, row)).length, [state])
  return (
    <Group justify="space-between">
      <Button variant="default" onClick={() => useImport.setState({ step: 'columns' })}>
        {t('back_to_columns')}
      </Button>
      <Group>
        {badCells > 0 && (
          <Checkbox
            label={t('without_bad', { count: badCells })}
            checked={state.withoutBadCells}
            onChange={({ currentTarget: { checked } }) => useImport.setState({ withoutBadCells: checked })}
          />
        )}
        {otherDays > 0 && (
          <Checkbox
            label={t('with_other_days', { count: otherDays })}
            checked={state.withOtherDays}
            onChange={({ currentTarget: { checked } }) => useImport.setState({ withOtherDays: checked })}
          />
        )}
        <Text size="sm" c="dimmed">
          {broken > 0 && t('broken_stay')}
        </Text>
        <Button
          onClick={onSend}
          loading={progress?.word === 'sending'}
          disabled={create + update + skip === 0 || progress !== undefined}
        >
          {t('send', { count: create + update })}
        </Button>
      </Group>
    </Group>
  )
}
