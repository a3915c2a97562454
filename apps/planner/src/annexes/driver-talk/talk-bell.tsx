// In the head of every screen: which drivers wrote, how much of it nobody has read, and the way to each conversation.
import { Indicator, Popover } from '@mantine/core'
import type { Conversation } from '@routewright/contract'
import { IconMessage2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { renewAlerts } from '../../shell/closed-alerts.ts'
import { CountBadge } from '../../shell/count-badge.tsx'
import { IconButton } from '../../shell/icon-button.tsx'
import { useFormats, useProject } from '../../shell/session.ts'
import { AlertChoices } from './alert-choices.tsx'
import { useAlertChoice, useAlerts } from './alerts.ts'
import { conversationsQuery, useToldMessages } from './talk.ts'
import classes from './talk-bell.module.css'

function findName({ route_label, vehicle_label }: Conversation): string | undefined {
  return route_label || vehicle_label || undefined
}

export default function TalkBell() {
  const { id } = useProject()
  return <BellOfProject key={id} projectId={id} />
}

function BellOfProject({ projectId }: { projectId: string }) {
  const { t } = useTranslation('talk')
  useToldMessages(projectId)
  const { data } = useQuery(conversationsQuery(projectId))
  const conversations = data ?? []
  const title = useCallback(
    (conversation: Conversation) => t('alert.title', { name: findName(conversation) ?? t('driver') }),
    [t],
  )
  useAlerts(data, title)
  useRenewedAlerts()
  const [isOpen, setOpen] = useState(false)
  const unread = conversations.reduce((sum, conversation) => sum + conversation.unread, 0)
  return (
    <Popover opened={isOpen} onChange={setOpen} position="right-end" width={360} trapFocus returnFocus>
      <Indicator label={unread} size={16} disabled={unread === 0} color="red" offset={4}>
        <Popover.Target>
          <IconButton
            icon={IconMessage2}
            iconSize={19}
            stroke={1.6}
            label={unread > 0 ? t('unread', { count: unread }) : t('title')}
            onClick={() => setOpen(!isOpen)}
          />
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown>
        <section aria-label={t('title')} className={classes.conversations} tabIndex={-1} data-autofocus>
          {conversations.length === 0 && <p className={classes.none}>{t('no_conversations')}</p>}
          <ul>
            {conversations.map((entry) => (
              <li key={entry.route_id}>
                <ConversationLink conversation={entry} onOpen={() => setOpen(false)} />
              </li>
            ))}
          </ul>
          <AlertChoices />
        </section>
      </Popover.Dropdown>
    </Popover>
  )
}

function ConversationLink({ conversation, onOpen }: { conversation: Conversation; onOpen(): void }) {
  const { t } = useTranslation('talk')
  const formats = useFormats()
  const { latest, plan_id, route_id, unread, plan_label } = conversation
  const words = latest.kind === 'ping' ? t('ping') : (latest.text ?? t('photo'))
  const name = findName(conversation) ?? t('driver')
  return (
    <Link
      to="/plan/$planId"
      params={{ planId: plan_id }}
      search={{ mode: 'live', route: route_id, show: 'talk' }}
      className={classes.conversation}
      onClick={onOpen}
    >
      <span className={classes.words}>
        <strong>{[name, plan_label].filter(Boolean).join(' · ')}</strong>
        <span>{latest.sender === 'driver' ? words : t('you_wrote', { words })}</span>
      </span>
      <span className={classes.side}>
        <time>{formats.clock(latest.received_at)}</time>
        {unread > 0 && <CountBadge count={unread} isAlert />}
      </span>
    </Link>
  )
}

/** Renews the alerts of a person who chose to be told while no page is open, for as long as they work here. */
function useRenewedAlerts(): void {
  const { i18n } = useTranslation()
  const [{ closed = false }] = useAlertChoice()
  const language = i18n.resolvedLanguage
  useEffect(() => {
    if (closed) void renewAlerts(language)
  }, [closed, language])
}
