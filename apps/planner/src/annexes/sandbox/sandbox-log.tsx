// Mails and SMS that a sandbox would have sent, newest first.
import { Text } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { SandboxMessage } from '@routewright/contract'
import { useTranslation } from 'react-i18next'
import { Section } from '../../settings/section.tsx'
import classes from '../../settings/settings.module.css'
import { type Column, ColumnTable } from '../../shell/column-table.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { useFormats, useSession } from '../../shell/session.ts'
import { useAnswer } from '../../shell/use-answer.ts'

const SHOWN = 50

export default function SandboxLog() {
  return useSession().organization.is_sandbox ? <KeptMessages /> : null
}

function KeptMessages() {
  const { t } = useTranslation('settings')
  const formats = useFormats()
  const query = useAnswer(['sandbox'], operations.listSandboxMessages, { limit: SHOWN })
  const columns: Column<SandboxMessage>[] = [
    {
      key: 'when',
      title: t('audit.when'),
      look: { c: 'dimmed' },
      cell: ({ created_at }) => formats.dateTime(created_at),
    },
    { key: 'to', title: t('sandbox.to'), cell: ({ recipient }) => recipient },
    {
      key: 'text',
      title: t('sandbox.message'),
      cell: ({ channel, title, body }) => (
        <details>
          <summary>{title}</summary>
          <Text size="sm" mt="xs" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {channel === 'sms' ? '' : body}
          </Text>
        </details>
      ),
    },
  ]
  return (
    <Section title={t('sandbox.title')} text={t('sandbox.text')}>
      <Loaded query={query} rows={3}>
        {({ docs }) =>
          docs.length === 0 ? (
            <Text c="dimmed">{t('sandbox.none')}</Text>
          ) : (
            <ColumnTable box={classes.scroll} columns={columns} rows={docs} />
          )
        }
      </Loaded>
    </Section>
  )
}
