// Closing the day: what is still open becomes incomplete, so it is said first.

import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { FullPlan } from '@routewright/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useHistory } from '../plan/history.ts'
import { usePlanData, usePlanStore } from '../plan/plan-store.ts'
import { failureText } from '../shell/failure.ts'
import { noteSuccess } from '../shell/notices.tsx'
import { call } from '../shell/service.ts'

export function ClosePlanDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('editor')
  const { plan, stops } = usePlanData()
  const [failure, setFailure] = useState('')
  const [isSending, setSending] = useState(false)
  const open = [...stops.values()].filter(({ status }) => status === 'pending').length
  const submit = async () => {
    setSending(true)
    try {
      ;(await call(operations.updatePlan, { id: plan.id, body: { status: 'finished' } })) as FullPlan
      // A closed day cannot be opened by taking back an edit of before.
      useHistory.getState().reset()
      await usePlanStore.getState().reload()
      noteSuccess(t('day_closed'))
      onClose()
    } catch (error) {
      setFailure(failureText(error, t))
      setSending(false)
    }
  }
  return (
    <Modal opened onClose={onClose} title={t('close_day')}>
      <Stack>
        <Text size="sm">{open > 0 ? t('close_day_open', { count: open }) : t('close_day_done')}</Text>
        {failure && (
          <Alert color="red" role="alert">
            {failure}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('shell:cancel')}
          </Button>
          <Button onClick={() => void submit()} loading={isSending} color={open > 0 ? 'red' : undefined}>
            {t('close_day')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
