// Secret for an authenticator app, as QR code and as text, and the first code that it shows.
import { Box, Code, Stack, Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { QrCode } from './qr-code.tsx'

interface OfferProps {
  offer: { secret: string; uri: string }
  code: string
  onCode(code: string): void
}

export function AuthenticatorOffer({ offer, code, onCode }: OfferProps) {
  const { t } = useTranslation('shell')
  return (
    <Stack>
      <Text size="sm">{t('second_step.scan')}</Text>
      <Box w={200} mx="auto">
        <QrCode text={offer.uri} label={t('second_step.qr')} />
      </Box>
      <Text size="sm" c="dimmed">
        {t('second_step.by_hand')}
        <Code block mt={4} data-secret style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          {offer.secret.match(/.{1,4}/g)!.join(' ')}
        </Code>
      </Text>
      <CodeInput code={code} onCode={onCode} />
    </Stack>
  )
}

export function CodeInput({ code, onCode }: Omit<OfferProps, 'offer'>) {
  const { t } = useTranslation('shell')
  return (
    <TextInput
      label={t('second_step.code')}
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="[0-9]{3} ?[0-9]{3}"
      required
      autoFocus
      value={code}
      onChange={({ currentTarget: { value } }) => onCode(value)}
    />
  )
}
