// The mails and SMS that nothing sends for want of a server: what drivers and recipients of the demo would have got.
import { Text } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { SentMessage } from '@routewright/contract'
import { IconDeviceMobileMessage, IconMail } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Loaded } from '../../shell/loaded.tsx'
import { Page } from '../../shell/page.tsx'
import { call } from '../../shell/service.ts'
import { useFormats } from '../../shell/session.ts'
import { Empty } from '../../shell/states.tsx'
import classes from './outbox.module.css'

const REFRESH_MS = 5_000

export function OutboxPage() {
  const { t } = useTranslation(['outbox', 'shell'])
  const { message } = useSearch({ strict: false }) as { message?: string }
  const query = useQuery({
    queryKey: ['sent-messages'],
    queryFn: ({ signal }) => call(operations.listSentMessages, {}, { signal }),
    refetchInterval: REFRESH_MS,
  })
  return (
    <Page title={t('title')} text={t('text')}>
      <Loaded
        query={query}
        empty={<Empty title={t('none')} text={t('none_text')} next={{ label: t('shell:to_today'), to: '/today' }} />}
      >
        {(messages) => (
          <div className={classes.columns}>
            <MessageList messages={messages} chosen={message ?? messages[0]?.name} />
            <MessageText name={message ?? messages[0]!.name} />
          </div>
        )}
      </Loaded>
    </Page>
  )
}

function MessageList({ messages, chosen }: { messages: readonly SentMessage[]; chosen: string | undefined }) {
  const { t } = useTranslation('outbox')
  const formats = useFormats()
  const navigate = useNavigate()
  const open = (message: string) => void navigate({ to: '/outbox', search: { message }, replace: true })
  return (
    <ul className={classes.list} aria-label={t('title')}>
      {messages.map(({ name, channel, to, title, date }) => {
        const Icon = channel === 'sms' ? IconDeviceMobileMessage : IconMail
        return (
          <li key={name}>
            <button
              type="button"
              className={classes.message}
              aria-current={name === chosen || undefined}
              onClick={() => open(name)}
            >
              <Icon size={18} role="img" aria-label={t(channel)} />
              <strong>{withoutLinks(title)}</strong>
              <span>
                {formats.dateTime(date)} · {to}
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}

/** The text of an SMS without its link: cut in two lines, only dots would be seen of it. */
function withoutLinks(title: string): string {
  return title.replace(/\s*https?:\/\/\S*/g, '')
}

function MessageText({ name }: { name: string }) {
  const { t } = useTranslation('outbox')
  const query = useQuery({
    queryKey: ['sent-message', name],
    queryFn: ({ signal }) => call(operations.getSentMessage, { name }, { signal }),
  })
  return (
    <article className={classes.text} aria-live="polite">
      <Loaded query={query} rows={4}>
        {({ channel, to, title, text }) => (
          <>
            <h2 className={classes.subject}>{channel === 'sms' ? t('sms') : title}</h2>
            <Text size="sm" c="dimmed" mb="md">
              {t('to', { to })}
            </Text>
            <div className={classes.body} data-channel={channel}>
              {withLinks(text)}
            </div>
          </>
        )}
      </Loaded>
    </article>
  )
}

/** Addresses in the text, as links: only http, whatever a stranger wrote. */
function withLinks(text: string) {
  return text.split(/(https?:\/\/\S+)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, which never change places
      <a key={index} href={part} target="_blank" rel="noreferrer">
        {part}
      </a>
    ),
  )
}
