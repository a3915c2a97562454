// Messages between the driver and the dispatcher: quick replies, words, a photo; they wait while there is no connection.
import { limits } from '@routewright/contract'
import type { Formats } from '@routewright/ui/format'
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { readConnection, watchConnection } from '../outbox/flushing.ts'
import { RoundButton } from '../parts/button.tsx'
import { useTyped } from '../parts/draft-text.tsx'
import { useFormats } from '../parts/formats.ts'
import { Icon } from '../parts/icon.tsx'
import { Screen } from '../parts/screen.tsx'
import { show } from '../parts/screens.ts'
import { compressPhoto } from '../proof/compress.ts'
import { markAsRead, writeMessage } from '../route/conversation.ts'
import { pathOfImage } from '../route/refresh.ts'
import type { ShownMessage } from '../route/shown-messages.ts'
import { findPlace, stopName } from '../route/stop-words.ts'
import type { RouteView } from '../route/use-route.ts'
import { database } from '../store/database.ts'
import { useLive } from '../store/live.ts'
import { newId } from '../store/new-id.ts'

const quickAnswers = ['ok', 'late', 'traffic', 'break', 'call'] as const

export function Talk({ view, stopId }: { view: RouteView; stopId: string | undefined }) {
  const { t } = useTranslation()
  const formats = useFormats(view.session)
  const { messages, unread } = view.conversation
  const end = useRef<HTMLDivElement>(null)
  useReading(view.id, unread)
  const count = messages.length
  useEffect(() => {
    if (count > 0) end.current?.scrollIntoView({ block: 'end' })
  }, [count])
  const stop = view.route.stops.find(({ id }) => id === stopId)
  const connection = useSyncExternalStore(watchConnection, readConnection)
  const isWaiting = messages.some(({ state }) => state === 'waiting')
  return (
    <Screen
      title={t('talk.title')}
      subtitle={stop && t('talk.about', { number: findPlace(view.route, stop), name: stopName(stop) })}
      backTo="route"
      footer={<Composer view={view} stopId={stop?.id} />}
    >
      {messages.length === 0 && <p className="dim">{t('talk.none')}</p>}
      <ol className="talk" aria-live="polite">
        {messages.map((message) => (
          <Bubble key={message.id} message={message} view={view} formats={formats} />
        ))}
      </ol>
      {isWaiting && (
        <p className="dim talk-waits" role="status">
          <Icon name="cloud" size={18} /> {t(`queue.connection.${connection}`)}
        </p>
      )}
      <div ref={end} />
    </Screen>
  )
}

/** Marks messages as read while they are on the screen. */
function useReading(routeId: string, unread: Parameters<typeof markAsRead>[1]): void {
  useEffect(() => {
    const read = () => {
      if (unread.length > 0 && document.visibilityState === 'visible') void markAsRead(routeId, unread)
    }
    read()
    document.addEventListener('visibilitychange', read)
    return () => document.removeEventListener('visibilitychange', read)
  }, [routeId, unread])
}

function Bubble({ message, view, formats }: { message: ShownMessage; view: RouteView; formats: Formats }) {
  const { t } = useTranslation()
  const stop = view.route.stops.find(({ id }) => id === message.stop_id)
  const from = message.isOwn ? t('talk.you') : (message.author ?? t('talk.dispatcher'))
  return (
    <li className={message.isOwn ? 'own' : ''} data-state={message.state}>
      <span className="dim">
        {from} · {formats.clock(message.created_at)}
        {message.isOwn && ` · ${t(`talk.state.${message.state}`)}`}
      </span>
      {message.isPing && <p>{t('talk.ping')}</p>}
      {message.text && <p>{message.text}</p>}
      <Picture message={message} />
      {stop && (
        <button type="button" className="quiet" onClick={() => show('stop', stop.id)}>
          <Icon name="home" size={18} />{' '}
          {t('talk.about', { number: findPlace(view.route, stop), name: stopName(stop) })}
        </button>
      )}
    </li>
  )
}

function Picture({ message }: { message: ShownMessage }) {
  const { t } = useTranslation()
  const own = useKeptPicture(message.pictureId)
  const address = message.imageUrl ? pathOfImage({ url: message.imageUrl }) : own
  if (address) {
    return (
      <a href={address} target="_blank" rel="noreferrer">
        <img src={address} alt={t('proof.photo')} />
      </a>
    )
  }
  return message.awaitsImage ? <p className="dim">{t('talk.photoFollows')}</p> : null
}

/** The address of a picture that this phone keeps. */
function useKeptPicture(id: string | undefined): string | undefined {
  const picture = useLive(async () => (id ? await database.pictures.get(id) : undefined), [id])
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!picture) return setAddress(undefined)
    const made = URL.createObjectURL(new Blob([picture.bytes], { type: picture.type }))
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [picture])
  return address
}

function Composer({ view, stopId }: { view: RouteView; stopId: string | undefined }) {
  const { t } = useTranslation()
  const draft = useDraft(view.id)
  const photo = usePhoto(view.id)
  const canSend = draft.value.trim() !== '' || photo.id !== undefined
  const send = async (text: string) => {
    await writeMessage(view.id, { text, stopId, pictureId: photo.id })
    photo.forget()
  }
  return (
    <>
      <div className="quick">
        {quickAnswers.map((answer) => (
          <button key={answer} type="button" className="second" onClick={() => void send(t(`talk.quick.${answer}`))}>
            {t(`talk.quick.${answer}`)}
          </button>
        ))}
      </div>
      <ChosenPhoto photo={photo} />
      <form
        className="row compose"
        onSubmit={(event) => {
          event.preventDefault()
          if (canSend) void send(draft.value).then(() => draft.set(''))
        }}
      >
        <CameraButton photo={photo} />
        <textarea
          className="grow"
          rows={1}
          aria-label={t('talk.write')}
          placeholder={t('talk.write')}
          maxLength={limits.textLength.routeMessage}
          value={draft.value}
          onChange={(event) => draft.set(event.target.value)}
        />
        <button type="submit" className="round send" aria-label={t('action.send')} disabled={!canSend || photo.isBusy}>
          <Icon name="drive" />
        </button>
      </form>
    </>
  )
}

/** Keeps the typed text when the app is closed. */
function useDraft(routeId: string) {
  const key = `message ${routeId}`
  const kept = useLive(() => database.settings.get(key), [key])
  return useTyped(String(kept?.value ?? ''), (value) => void database.settings.put({ key, value }))
}

/** One photo that goes with the next message. */
function usePhoto(routeId: string) {
  const [id, setId] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [isBroken, setBroken] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const take = async (file: File | undefined) => {
    if (!file) return
    setBusy(true)
    setBroken(false)
    try {
      const photo = await compressPhoto(file)
      const made = newId()
      const bytes = await photo.arrayBuffer()
      await database.pictures.add({
        id: made,
        route_id: routeId,
        state: 'draft',
        bytes,
        type: photo.type,
        created_at: Date.now(),
      })
      setId(made)
    } catch {
      setBroken(true)
    }
    if (input.current) input.current.value = ''
    setBusy(false)
  }
  return { id, isBusy, isBroken, input, take, forget: () => setId(undefined) }
}

type Photo = ReturnType<typeof usePhoto>

function CameraButton({ photo }: { photo: Photo }) {
  const { t } = useTranslation()
  return (
    <label className={`round camera${photo.isBusy ? ' busy' : ''}`}>
      <Icon name="camera" />
      <span className="visually-hidden">{t('proof.takePhoto')}</span>
      <input
        ref={photo.input as RefObject<HTMLInputElement>}
        type="file"
        accept="image/*"
        capture="environment"
        disabled={photo.isBusy}
        onChange={(event) => void photo.take(event.target.files?.[0])}
      />
    </label>
  )
}

function ChosenPhoto({ photo }: { photo: Photo }) {
  const { t } = useTranslation()
  const address = useKeptPicture(photo.id)
  if (photo.isBroken) return <p className="fault">{t('proof.photoBroken')}</p>
  if (!photo.id || !address) return null
  const remove = () => {
    void database.pictures.delete(photo.id!)
    photo.forget()
  }
  return (
    <div className="photo chosen">
      <img src={address} alt={t('proof.photo')} />
      <RoundButton icon="close" label={t('proof.removePhoto')} onClick={remove} />
    </div>
  )
}
