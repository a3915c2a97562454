// How an assistant is connected with a key: the address, and a configuration to copy.
import { Button, Code, CopyButton, Group, Stack, Switch, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Section } from '../../settings/section.tsx'

export default function AssistantsSection() {
  const { t } = useTranslation('settings')
  const [mayWrite, setMayWrite] = useState(false)
  const address = `${window.location.origin}/mcp${mayWrite ? '?write=1' : ''}`
  return (
    <Section title={t('keys.assistants')} text={t('keys.assistants_text')}>
      <Stack gap="sm">
        <Switch
          label={t('keys.assistants_write')}
          description={t('keys.assistants_write_text')}
          checked={mayWrite}
          onChange={(event) => setMayWrite(event.currentTarget.checked)}
        />
        <Copied title={t('keys.assistants_address')} text={address} />
        <Copied title={t('keys.assistants_configuration')} text={configurationFor(address)} isBlock />
      </Stack>
    </Section>
  )
}

/** Writes the configuration that most programs read; the key itself is shown once only and has to be put in. */
function configurationFor(url: string): string {
  const routewright = { url, headers: { 'x-api-key': 'api_key_…' } }
  return JSON.stringify({ mcpServers: { routewright } }, null, 2)
}

function Copied({ title, text, isBlock = false }: { title: string; text: string; isBlock?: boolean }) {
  const { t } = useTranslation('settings')
  return (
    <div>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <Group gap="xs" align="flex-start">
        <Code block={isBlock} style={{ overflowWrap: 'anywhere' }}>
          {text}
        </Code>
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button size="compact-xs" variant="default" aria-label={`${t('copy')}: ${title}`} onClick={copy}>
              {t(copied ? 'copied' : 'copy')}
            </Button>
          )}
        </CopyButton>
      </Group>
    </div>
  )
}
