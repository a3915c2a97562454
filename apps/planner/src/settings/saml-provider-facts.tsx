// Facts in a SAML provider's metadata: where people are sent, and whose signatures count until when.
import { Code, Stack, Text } from '@mantine/core'
import type { SignInProvider } from '@routewright/contract'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../shell/session.ts'

type Facts = NonNullable<SignInProvider['saml']> & { issuer: string }

export function SamlProviderFacts({ issuer, sign_on, certificates }: Facts) {
  const { t } = useTranslation('settings')
  const formats = useFormats()
  const line = (word: string, value: string) => (
    <div key={value}>
      <Text size="sm" fw={600}>
        {word}
      </Text>
      <Code style={{ overflowWrap: 'anywhere' }}>{value}</Code>
    </div>
  )
  return (
    <Stack gap="xs">
      {line(t('providers.issuer'), issuer)}
      {line(t('providers.sign_on'), sign_on)}
      {certificates.map(({ subject, valid_until, fingerprint }) =>
        line(t('providers.certificate', { subject, date: formats.date(valid_until) }), fingerprint),
      )}
    </Stack>
  )
}
