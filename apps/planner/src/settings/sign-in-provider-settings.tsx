// Sign-in with the company's accounts: the providers, and what they must be told of this service.
import { Button, Group, Stack, Text } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { SignInProvider, SignInProviders } from '@routewright/contract'
import { IconLogin2 } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from '../shell/column-table.tsx'
import { useAnswer } from '../shell/use-answer.ts'
import { Copied } from './copied.tsx'
import { OnOrOff, RecordSection } from './record-section.tsx'
import { Section } from './section.tsx'
import { SignInDomains } from './sign-in-domains.tsx'
import { SignInProviderForm } from './sign-in-provider-form.tsx'

export default function SignInProviderSettings() {
  const queries = useQueryClient()
  const [edited, setEdited] = useState<SignInProvider | 'new' | undefined>()
  const query = useAnswer(['sign-in-providers'], operations.listSignInProviders, {})
  const columns = useColumns(setEdited)
  return (
    <>
      <RecordSection
        words="providers"
        icon={IconLogin2}
        query={{ ...query, data: query.data?.providers }}
        columns={columns}
        onNew={() => setEdited('new')}
      />
      {query.data && <SignInDomains domains={query.data.domains} />}
      {query.data && <Addresses {...query.data} />}
      {edited && (
        <SignInProviderForm
          provider={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onSaved={() => queries.invalidateQueries({ queryKey: ['sign-in-providers'] })}
        />
      )}
    </>
  )
}

const addressNames = [
  'redirect_uri',
  'post_logout_redirect_uri',
  'saml_entity_id',
  'saml_answer_uri',
  'sign_in_link',
] as const

/** Addresses to enter at the provider, and to give to people. */
function Addresses({ providers: _, domains: _domains, ...addresses }: SignInProviders) {
  const { t } = useTranslation('settings')
  return (
    <Section title={t('providers.addresses')} text={t('providers.addresses_text')}>
      <Stack gap="sm">
        {addressNames.map((name) => (
          <div key={name}>
            <Text size="sm" fw={600}>
              {t(`providers.${name}`)}
            </Text>
            <Copied value={addresses[name]} />
          </div>
        ))}
      </Stack>
    </Section>
  )
}

function useColumns(onEdit: (provider: SignInProvider) => void): Column<SignInProvider>[] {
  const { t } = useTranslation('settings')
  return [
    {
      key: 'label',
      title: t('providers.label'),
      cell: ({ label, issuer }) => (
        <>
          <Text fw={600}>{label}</Text>
          <Text size="sm" c="dimmed" truncate maw={320}>
            {issuer}
          </Text>
        </>
      ),
    },
    { key: 'domains', title: t('providers.email_domains'), cell: ({ email_domains }) => email_domains.join(', ') },
    {
      key: 'enabled',
      title: t('providers.state'),
      cell: ({ enabled }) => <OnOrOff enabled={enabled} />,
    },
    {
      key: 'actions',
      said: t('providers.actions'),
      cell: (provider) => (
        <Group justify="flex-end">
          <Button size="compact-sm" variant="default" onClick={() => onEdit(provider)}>
            {t('change')}
          </Button>
        </Group>
      ),
    },
  ]
}
