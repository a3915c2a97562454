// The conversation with the driver of a route: what was written, by whom, and whether it came through.
import { Button, FileButton, Group, Skeleton, Textarea } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import { limits, type BareRoute as Route, type RouteMessage, type Stop } from '@routewright/contract'
import { IconActivityHeartbeat, IconMapPin, IconPhoto, IconSend, IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePlanDrivers } from '../../plan/driver-days.ts'
import { routeName, stopName } from '../../plan/plan-data.ts'
import { usePlanData } from '../../plan/plan-store.ts'
import { useSelection } from '../../plan/selection.ts'
import { IconButton } from '../../shell/icon-button.tsx'
import { newId } from '../../shell/new-id.ts'
import panel from '../../shell/panel.module.css'
import { RouteSwatch } from '../../shell/route-swatch.tsx'
import { call } from '../../shell/service.ts'
import { useFormats, useMayPlan } from '../../shell/session.ts'
import { smallPicture } from '../../shell/small-picture.ts'
import { LoadFailure, Refusal } from '../../shell/states.tsx'
import { useAction } from '../../shell/use-action.ts'
import { sendPing } from './ping.tsx'
import { messagesKey, tellOfMessage, useRouteMessages } from './talk.ts'
import classes from './talk-panel.module.css'

const accepted = 'image/png,image/jpeg,image/webp'
const quickAnswers = ['thanks', 'call', 'wait', 'go_on'] as const

export default function TalkPanel({ route }: { route: Route }) {
  const { t } = useTranslation('talk')
  const { routes } = usePlanData()
  const driver = usePlanDrivers().get(route.id)?.driver
  const { data: messages, error, refetch } = useRouteMessages(route.id)
  useReading(route.id, messages)
  if (error && !messages) return <LoadFailure error={error} retry={() => void refetch()} />
  return (
    <section className={classes.talk} aria-label={t('with', { name: routeName(route) })}>
      <header className={`${panel.part} ${panel.head}`}>
        <Group gap={8} wrap="nowrap">
          <RouteSwatch route={route} index={routes.indexOf(route)} />
          <h2 className={panel.title}>{t('with', { name: routeName(route) })}</h2>
        </Group>
        {driver && <div className={panel.dim}>{driver.label}</div>}
      </header>
      {messages ? <Messages messages={messages} /> : <Skeleton m="md" height={160} />}
      <Composer route={route} />
    </section>
  )
}

/** Marks messages as read that are on the screen while somebody looks at it. */
function useReading(routeId: string, messages: readonly RouteMessage[] | undefined): void {
  const client = useQueryClient()
  const unread = (messages ?? []).flatMap(({ id, sender, read_at }) => (sender === 'driver' && !read_at ? [id] : []))
  const key = unread.join(' ')
  useEffect(() => {
    const read = async () => {
      if (key === '' || document.visibilityState !== 'visible') return
      const body = { message_ids: key.split(' ') }
      // Where it fails, the count of unread messages stays, and the next look tries again.
      await call(operations.readRouteMessages, { route_id: routeId, body }, { withoutSignIn: true }).catch(() => {})
      await client.invalidateQueries({ queryKey: messagesKey(routeId) })
      await client.invalidateQueries({ queryKey: ['conversations'] })
    }
    void read()
    const again = () => void read()
    document.addEventListener('visibilitychange', again)
    return () => document.removeEventListener('visibilitychange', again)
  }, [routeId, key, client])
}

function Messages({ messages }: { messages: readonly RouteMessage[] }) {
  const { t } = useTranslation('talk')
  const end = useRef<HTMLDivElement>(null)
  const count = messages.length
  useEffect(() => {
    if (count > 0) end.current?.scrollIntoView({ block: 'nearest' })
  }, [count])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys, too
    <div className={classes.scroller} tabIndex={0} role="log" aria-label={t('messages')}>
      {messages.length === 0 && <p className={panel.dim}>{t('none')}</p>}
      <ol className={classes.list}>
        {messages.map((message) => (
          <li key={message.id} data-sender={message.sender}>
            <Message message={message} />
          </li>
        ))}
      </ol>
      <div ref={end} />
    </div>
  )
}

function Message({ message }: { message: RouteMessage }) {
  const { t } = useTranslation('talk')
  const formats = useFormats()
  const { stops } = usePlanData()
  const stop = stops.get(message.stop_id ?? '')
  const isOwn = message.sender === 'dispatcher'
  const { created_at, received_at, read_at, delivered_at } = message
  const isLate = Date.parse(received_at) - Date.parse(created_at) > 60_000
  return (
    <>
      <span className={panel.dim}>
        {[
          isOwn ? (message.author ?? t('dispatcher')) : t('driver'),
          formats.clock(created_at),
          isLate && t('came_at', { time: formats.clock(received_at) }),
          isOwn && t(`state.${read_at ? 'read' : delivered_at ? 'delivered' : 'sent'}`),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
      {message.kind === 'ping' && <span>{t('ping')}</span>}
      {message.text && <span className={classes.text}>{message.text}</span>}
      {message.image && !message.awaits_image && (
        <a href={message.image.url} target="_blank" rel="noreferrer">
          <img src={smallPicture(message.image.url)} alt={t('photo')} />
        </a>
      )}
      {message.awaits_image && <span className={panel.dim}>{t('photo_follows')}</span>}
      {stop && (
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconMapPin size={14} />}
          onClick={() => useSelection.getState().select([stop.id])}
        >
          {stopName(stop)}
        </Button>
      )}
    </>
  )
}

function Composer({ route }: { route: Route }) {
  const mayPlan = useMayPlan()
  const { isBusy, failure, run } = useAction()
  const { talkStopId } = useSelection()
  const stop = usePlanData().stops.get(talkStopId ?? '')
  if (!mayPlan) return null
  const aboutNothing = () => useSelection.setState({ talkStopId: undefined })
  const send = async (text: string, photo?: File | null) => {
    const isSent = await run(async () => tellOfMessage(await writeMessage(route.id, { text, photo, stopId: stop?.id })))
    if (isSent) aboutNothing()
    return isSent
  }
  return (
    <div className={classes.composer}>
      {stop && <AboutStop stop={stop} onRemove={aboutNothing} />}
      <QuickAnswers send={send} ping={() => run(() => sendPing(route.id))} />
      <Refusal text={failure} />
      <Writing send={send} isBusy={isBusy} />
    </div>
  )
}

function AboutStop({ stop, onRemove }: { stop: Stop; onRemove(): void }) {
  const { t } = useTranslation('talk')
  return (
    <Group gap={6} justify="space-between" wrap="nowrap">
      <span className={panel.dim}>{t('about', { name: stopName(stop) })}</span>
      <IconButton icon={IconX} iconSize={14} label={t('not_about')} onClick={onRemove} />
    </Group>
  )
}

/** Returns whether it was sent. */
type Send = (text: string, photo?: File | null) => Promise<boolean>

function QuickAnswers({ send, ping }: { send: Send; ping(): Promise<boolean> }) {
  const { t } = useTranslation('talk')
  return (
    <Group gap={4}>
      {quickAnswers.map((answer) => (
        <Button key={answer} size="compact-xs" variant="default" onClick={() => void send(t(`quick.${answer}`))}>
          {t(`quick.${answer}`)}
        </Button>
      ))}
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<IconActivityHeartbeat size={14} />}
        onClick={() => void ping()}
      >
        {t('ask_for_sign')}
      </Button>
    </Group>
  )
}

function Writing({ send, isBusy }: { send: Send; isBusy: boolean }) {
  const { t } = useTranslation('talk')
  const [text, setText] = useState('')
  const [photo, setPhoto] = useState<File | null>(null)
  const canSend = (text.trim() !== '' || photo !== null) && !isBusy
  const submit = async () => {
    if (!canSend || !(await send(text, photo))) return
    setText('')
    setPhoto(null)
  }
  return (
    <form
      className={classes.writing}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Textarea
        aria-label={t('write')}
        placeholder={t('write')}
        rows={3}
        maxLength={limits.textLength.routeMessage}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit()
        }}
      />
      <Group justify="space-between">
        <FileButton accept={accepted} onChange={setPhoto}>
          {(props) => (
            <Button {...props} size="compact-sm" variant="default" leftSection={<IconPhoto size={15} />}>
              {photo ? photo.name : t('add_photo')}
            </Button>
          )}
        </FileButton>
        <Button
          type="submit"
          size="compact-sm"
          loading={isBusy}
          disabled={!canSend}
          leftSection={<IconSend size={15} />}
        >
          {t('send')}
        </Button>
      </Group>
    </form>
  )
}

interface NewMessage {
  text: string
  photo: File | null | undefined
  stopId: string | undefined
}

/** A photo goes first: a message that names one is whole when it appears. */
async function writeMessage(routeId: string, { text, photo, stopId }: NewMessage): Promise<RouteMessage> {
  const image_client_id = photo ? newId() : undefined
  if (photo && image_client_id) {
    await call(operations.uploadRouteMessageImage, { route_id: routeId, client_id: image_client_id, file: photo })
  }
  const body = {
    client_id: newId(),
    ...(text.trim() ? { text: text.trim() } : {}),
    ...(image_client_id ? { image_client_id } : {}),
    ...(stopId ? { stop_id: stopId } : {}),
  }
  return call(operations.sendRouteMessage, { route_id: routeId, body })
}
