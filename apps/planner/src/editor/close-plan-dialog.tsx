// Closing the day: what is still open becomes incomplete, so it is said first.

import { Modal, Stack, Text } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import { useTranslation } from 'react-i18next'
import { useHistory } from '../plan/history.ts'
import { usePlanData, usePlanStore } from '../plan/plan-store.ts'
import { DialogButtons } from '../shell/dialog-buttons.tsx'
import { call } from '../shell/service.ts'
import { Refusal } from '../shell/states.tsx'
import { useAction } from '../shell/use-action.ts'

export function ClosePlanDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('editor')
  const { plan, stops } = usePlanData()
  const action = useAction()
  const open = [...stops.values()].filter(({ status }) => status === 'pending').length
  const submit = async () => {
    const isDone = await action.run(async () => {
      await call(operations.updatePlan, { id: plan.id, body: { status: 'finished' } })
      // A closed day cannot be opened by taking back an edit of before.
      useHistory.getState().reset()
      await usePlanStore.getState().reload()
    }, t('day_closed'))
    if (isDone) onClose()
  }
  return (
    <Modal opened onClose={onClose} title={t('close_day')}>
      <Stack>
        <Text size="sm">{open > 0 ? t('close_day_open', { count: open }) : t('close_day_done')}</Text>
        <Refusal text={action.failure} />
        <DialogButtons
          label={t('close_day')}
          onCancel={onClose}
          onClick={() => void submit()}
          loading={action.isBusy}
          color={open > 0 ? 'red' : undefined}
        />
      </Stack>
    </Modal>
  )
}
