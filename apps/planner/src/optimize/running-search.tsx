// While a search runs: how far it is, and the two ways to end it early. The map draws what it has.
import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { OptimizationRun } from '@routewright/contract'
import { IconPlayerStop } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRunState } from '../plan/run-state.ts'
import { Facts } from '../shell/facts.tsx'
import classes from '../shell/panel.module.css'
import { call } from '../shell/service.ts'
import { useFormats } from '../shell/session.ts'

export function RunningSearch({ run }: { run: OptimizationRun }) {
  const { t } = useTranslation('optimize')
  const formats = useFormats()
  const [isEnding, setEnding] = useState(false)
  const input = { plan_id: run.plan_id, run_id: run.id }
  const used = run.tracks?.filter(({ stop_ids }) => stop_ids.length > 0)
  const end = async (ending: Promise<OptimizationRun>) => {
    const { set, refresh } = useRunState.getState()
    setEnding(true)
    try {
      set(await ending)
    } catch {
      await refresh(run.id)
    } finally {
      setEnding(false)
    }
  }
  return (
    <section className={classes.part}>
      <Stack gap="sm">
        <Text size="sm" role="status">
          {t('running')}
        </Text>
        <Progress value={run.progress * 100} size="lg" animated aria-label={t('progress')} />
        <Facts
          facts={[
            [t('unassigned'), run.unassigned_stops === undefined ? undefined : formats.number(run.unassigned_stops)],
            [t('routes_so_far'), used && formats.number(used.length)],
          ]}
        />
        <Group justify="flex-end">
          <Button
            variant="default"
            loading={isEnding}
            onClick={() => void end(call(operations.discardOptimization, input))}
          >
            {t('shell:cancel')}
          </Button>
          <Button
            leftSection={<IconPlayerStop size={16} />}
            loading={isEnding}
            onClick={() => void end(call(operations.stopOptimization, input))}
          >
            {t('stop_now')}
          </Button>
        </Group>
      </Stack>
    </section>
  )
}
