// The rows of past days: how many can be used, what cannot be read, and which places are doubtful.
import { Button, Group, Text } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useProject } from '../../shell/session.ts'
import { CheckStep, Count } from './check-step.tsx'
import { countPlans, useImport } from './import-store.ts'
import { usePlaces } from './use-import-run.ts'

export function PastCheckStep() {
  const { t } = useTranslation(['past', 'import'])
  const project = useProject()
  const { progress, failure, lookAgain } = usePlaces(project.id)
  const goTo = (step: 'columns' | 'assume') => useImport.setState({ step })
  return (
    <CheckStep
      progress={progress}
      failure={failure}
      onLocate={lookAgain}
      counts={(doubtful) => <CountBar doubtful={doubtful} />}
      foot={
        <Group justify="space-between">
          <Button variant="default" onClick={() => goTo('columns')}>
            {t('import:back_to_columns')}
          </Button>
          <Group>
            <Text size="sm" c="dimmed">
              {progress ? t('looking') : t('problems_count')}
            </Text>
            <Button onClick={() => goTo('assume')} disabled={progress !== undefined}>
              {t('to_assumptions')}
            </Button>
          </Group>
        </Group>
      }
    />
  )
}

function CountBar({ doubtful }: { doubtful: number }) {
  const { t } = useTranslation('past')
  const state = useImport()
  const { create, broken } = useMemo(() => countPlans(state), [state])
  return (
    <Group gap="md" role="status" aria-live="polite">
      <Text size="sm" fw={600} c="var(--rw-done)" data-count="create">
        {t('good_rows', { count: create })}
      </Text>
      <Count word="broken" count={broken} tone={broken > 0 ? 'failed' : 'pending'} />
      {doubtful > 0 && <Count word="doubtful" count={doubtful} tone="late" />}
    </Group>
  )
}
