// Before a search: one button. What can be chosen about it stands behind "Fine-tune".
import { Alert, Button, Stack, Text } from '@mantine/core'
import type { OptimizationRun } from '@routewright/contract'
import { IconSparkles } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isOpen } from '../plan/plan-data.ts'
import { usePlanData } from '../plan/plan-store.ts'
import { useRunState } from '../plan/run-state.ts'
import { reasonOfRun } from '../shell/failure.ts'
import classes from '../shell/panel.module.css'
import { useVehicleCount } from './blockers.tsx'
import { FineTune } from './fine-tune.tsx'
import { firstChoice } from './run-choice.ts'
import { useStart } from './use-start.ts'

/** `last` is the run before, which may have failed. */
export function OptimizeStart({ last }: { last: OptimizationRun | undefined }) {
  const { t } = useTranslation('optimize')
  const data = usePlanData()
  const [choice, setChoice] = useState(() => firstChoice(data))
  const { start, isStarting, failure } = useStart()
  const vehicles = useVehicleCount()
  const hasWork = [...data.stops.values()].some(isOpen)
  useLedStart(() => void start(choice), hasWork && vehicles !== undefined && vehicles > 0)
  return (
    <>
      <section className={classes.part}>
        <Stack gap="sm">
          {last?.state === 'failed' && <Alert color="red">{t('failed', { reason: reasonOfRun(last, t) })}</Alert>}
          {failure && (
            <Alert color="red" role="alert">
              {failure}
            </Alert>
          )}
          <Button
            size="md"
            leftSection={<IconSparkles size={18} />}
            loading={isStarting}
            disabled={!hasWork}
            onClick={() => void start(choice)}
          >
            {t('start')}
          </Button>
          <Text size="xs" c="dimmed">
            {t('held_text')}
          </Text>
        </Stack>
      </section>
      <FineTune choice={choice} onChange={(part) => setChoice((old) => ({ ...old, ...part }))} />
    </>
  )
}

/** Begins by itself where somebody asked for it before the panel was there, once. */
function useLedStart(start: () => void, isPossible: boolean): void {
  const next = useRunState((state) => state.next)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it begins with what is chosen then
  useEffect(() => {
    if (!isPossible || (next !== 'start' && next !== 'start_and_send')) return
    useRunState.getState().lead(next === 'start' ? undefined : 'send')
    start()
  }, [next, isPossible])
}
