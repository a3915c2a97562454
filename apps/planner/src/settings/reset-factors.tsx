// Takes the second factor from somebody who lost it; asked once more, as it opens the account to the password alone.
import { Button, Group, Stack, Text } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { User } from '@routewright/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../shell/service.ts'
import { Refusal } from '../shell/states.tsx'
import { useAction } from '../shell/use-action.ts'

export function ResetFactors({ person, onDone }: { person: User; onDone(): void }) {
  const { t } = useTranslation(['settings', 'shell'])
  const queries = useQueryClient()
  const action = useAction()
  const [isAsked, setAsked] = useState(false)
  const name = person.name || person.email
  const reset = async () => {
    const work = async () => {
      await call(operations.resetFactors, { user_id: person.id })
      await queries.invalidateQueries({ queryKey: ['users'] })
    }
    if (await action.run(work, t('factors.reset_done', { name }))) onDone()
  }
  if (!isAsked) {
    return (
      <Group>
        <Button variant="default" size="xs" onClick={() => setAsked(true)}>
          {t('factors.reset')}
        </Button>
      </Group>
    )
  }
  return (
    <Stack gap="xs">
      <Text size="sm">{t('factors.reset_text', { name })}</Text>
      <Refusal text={action.failure} />
      <Group>
        <Button color="red" size="xs" loading={action.isBusy} onClick={() => void reset()}>
          {t('factors.reset')}
        </Button>
        <Button variant="default" size="xs" onClick={() => setAsked(false)}>
          {t('shell:cancel')}
        </Button>
      </Group>
    </Stack>
  )
}
