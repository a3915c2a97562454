// A secret that is shown this once, because the service keeps only its digest: to be copied before it is gone.
import { Alert, Button, Code, CopyButton, Group, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface ShownOnceProps {
  /** Name of the secret, and that it is not shown again. */
  text: string
  value: string
  onClose(): void
}

export function ShownOnce({ text, value, onClose }: ShownOnceProps) {
  const { t } = useTranslation('settings')
  return (
    <Stack>
      <Alert color="yellow" role="status">
        {text}
      </Alert>
      <Code block data-secret style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        {value}
      </Code>
      <Group justify="flex-end">
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {t(copied ? 'copied' : 'copy')}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onClose}>{t('keys.kept')}</Button>
      </Group>
    </Stack>
  )
}
