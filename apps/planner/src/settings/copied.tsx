// A value that is entered somewhere else, with a button that copies it.
import { Button, Code, CopyButton, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'

export function Copied({ value }: { value: string }) {
  const { t } = useTranslation('settings')
  return (
    <Group gap="xs">
      <Code style={{ overflowWrap: 'anywhere' }}>{value}</Code>
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Button size="compact-xs" variant="default" onClick={copy}>
            {t(copied ? 'copied' : 'copy')}
          </Button>
        )}
      </CopyButton>
    </Group>
  )
}
