// A provider tried before it is used: what it says of itself, point by point.
import { Button, Group, List, Stack, Text, ThemeIcon } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { ProviderTrial as Trial } from '@routewright/contract'
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../shell/service.ts'
import { Refusal } from '../shell/states.tsx'
import { useAction } from '../shell/use-action.ts'

const looks = {
  ok: { color: 'green', Icon: IconCheck },
  doubtful: { color: 'yellow', Icon: IconAlertTriangle },
  failed: { color: 'red', Icon: IconX },
} as const

export function ProviderTrial({ issuer, scope }: { issuer: string; scope: string }) {
  const { t } = useTranslation('settings')
  const action = useAction()
  const [trial, setTrial] = useState<Trial>()
  const tryIt = () =>
    void action.run(async () => {
      setTrial(undefined)
      const body = { issuer: issuer.trim(), scope: scope.trim() }
      setTrial(await call(operations.trySignInProvider, { body }))
    })
  return (
    <Stack gap="xs">
      <Group>
        <Button variant="default" size="xs" loading={action.isBusy} onClick={tryIt}>
          {t('providers.try')}
        </Button>
        <Text size="sm" c="dimmed" flex={1}>
          {t('providers.try_text')}
        </Text>
      </Group>
      <Refusal text={action.failure} />
      {trial && (
        <div role="status" data-trial={trial.usable ? 'usable' : 'unusable'}>
          <Text size="sm" fw={600} mb={4}>
            {t(trial.usable ? 'providers.usable' : 'providers.unusable')}
          </Text>
          <List size="sm" spacing={4}>
            {trial.checks.map((check) => (
              <Checked key={check.check} {...check} />
            ))}
          </List>
        </div>
      )}
    </Stack>
  )
}

function Checked({ check, state, detail }: Trial['checks'][number]) {
  const { t } = useTranslation('settings')
  const { color, Icon } = looks[state]
  return (
    <List.Item
      icon={
        <ThemeIcon
          color={color}
          size={20}
          radius="xl"
          variant="light"
          role="img"
          aria-label={t(`providers.found.${state}`)}
        >
          <Icon size={14} />
        </ThemeIcon>
      }
    >
      {t(`providers.check.${check}`)}
      <Text size="xs" c="dimmed">
        {detail}
      </Text>
    </List.Item>
  )
}
