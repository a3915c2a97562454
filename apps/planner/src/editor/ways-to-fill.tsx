// The three ways in which stops come into a plan, side by side: a file or pasted cells, by hand, over the interface.
import { Anchor, Button, Code, CopyButton, Group, Paper, Text, Title } from '@mantine/core'
import { IconApi, IconFileImport, IconMapPinPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './ways-to-fill.module.css'

interface WaysToFillProps {
  onImport(): void
  onType(): void
  /** Example of a request; the address without the key. */
  example: { address: string; body: unknown }
  isBusy?: boolean
}

export function WaysToFill({ onImport, onType, example, isBusy = false }: WaysToFillProps) {
  const { t } = useTranslation('editor')
  return (
    <div className={classes.ways}>
      <Way icon={<IconFileImport size={32} stroke={1.4} />} title={t('empty.import')} text={t('empty.import_text')}>
        <Button mt="auto" loading={isBusy} onClick={onImport}>
          {t('import')}
        </Button>
      </Way>
      <Way icon={<IconMapPinPlus size={32} stroke={1.4} />} title={t('empty.type')} text={t('empty.type_text')}>
        <Button mt="auto" variant="default" disabled={isBusy} onClick={onType}>
          {t('new_stop')}
        </Button>
      </Way>
      <Way icon={<IconApi size={32} stroke={1.4} />} title={t('empty.api')}>
        <ExampleCall {...example} />
      </Way>
    </div>
  )
}

/** A stop where somebody is, for the example. */
export function exampleStop(at: { lat: number; lng: number } = { lat: 47.14, lng: 9.52 }) {
  return { label: 'Anna', location: { lat: at.lat, lng: at.lng } }
}

function Way({ icon, title, text, children }: { icon: ReactNode; title: string; text?: string; children: ReactNode }) {
  return (
    <Paper withBorder className={classes.way}>
      {icon}
      <Title order={3} size="h5">
        {title}
      </Title>
      {text && (
        <Text c="dimmed" size="sm">
          {text}
        </Text>
      )}
      {children}
    </Paper>
  )
}

function ExampleCall({ address, body }: WaysToFillProps['example']) {
  const { t } = useTranslation('editor')
  const line = `curl -X POST "${location.origin}${address}&private_key=…" \\
  -H "content-type: application/json" \\
  -d '${JSON.stringify(body)}'`
  return (
    <>
      <Code block className={classes.code} tabIndex={0}>
        {line}
      </Code>
      <Group mt="auto" gap="sm">
        <CopyButton value={line}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {t(copied ? 'copied' : 'copy')}
            </Button>
          )}
        </CopyButton>
        <Anchor component={Link} to="/settings/keys" size="sm" underline="always">
          {t('empty.key')}
        </Anchor>
      </Group>
    </>
  )
}
