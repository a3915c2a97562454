// Recovery codes, shown this once.
import { Alert, Button, Code, CopyButton, Group, SimpleGrid, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'

export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept(): void }) {
  const { t } = useTranslation('shell')
  return (
    <Stack>
      <Alert color="yellow" role="status">
        {t('second_step.codes_text')}
      </Alert>
      <SimpleGrid cols={2} spacing="xs" data-recovery-codes>
        {codes.map((code) => (
          <Code key={code} ta="center">
            {code}
          </Code>
        ))}
      </SimpleGrid>
      <Group justify="flex-end">
        <CopyButton value={codes.join('\n')}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {t(copied ? 'second_step.codes_copied' : 'second_step.codes_copy')}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onKept}>{t('second_step.codes_kept')}</Button>
      </Group>
    </Stack>
  )
}
