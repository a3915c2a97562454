// The mail domains of the sign-in providers: which are proven, and the record in the DNS that proves the others.
import { Button, Group, Stack, Text } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { SignInDomain } from '@routewright/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../shell/service.ts'
import { Refusal } from '../shell/states.tsx'
import { useAction } from '../shell/use-action.ts'
import { Copied } from './copied.tsx'
import { Section } from './section.tsx'

export function SignInDomains({ domains }: { domains: readonly SignInDomain[] }) {
  const { t } = useTranslation('settings')
  if (domains.length === 0) return null
  return (
    <Section title={t('providers.domains')} text={t('providers.domains_text')}>
      <Stack gap="md">
        {domains.map((domain) => (
          <Domain key={domain.domain} {...domain} />
        ))}
      </Stack>
    </Section>
  )
}

function Domain({ domain, is_proven, record_name, record_value }: SignInDomain) {
  const { t } = useTranslation('settings')
  const queries = useQueryClient()
  const action = useAction()
  const prove = () =>
    void action.run(async () => {
      await call(operations.proveSignInDomain, { body: { domain } })
      await queries.invalidateQueries({ queryKey: ['sign-in-providers'] })
    }, t('providers.domain_proven'))
  return (
    <div>
      <Group gap="xs">
        <Text fw={600}>{domain}</Text>
        <Text size="sm" c="dimmed">
          {t(is_proven ? 'providers.proven' : 'providers.not_proven')}
        </Text>
      </Group>
      {!is_proven && (
        <Stack gap={4} mt={4} align="flex-start">
          <Text size="sm">{t('providers.record_name')}</Text>
          <Copied value={record_name} />
          <Text size="sm">{t('providers.record_value')}</Text>
          <Copied value={record_value} />
          <Button size="compact-sm" mt={4} loading={action.isBusy} onClick={prove}>
            {t('providers.prove')}
          </Button>
          <Refusal text={action.failure} />
        </Stack>
      )}
    </div>
  )
}
