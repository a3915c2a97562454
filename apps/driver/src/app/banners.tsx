// Notices that the driver must see on every screen: changes by the dispatcher, no connection, waiting calls, stopped positions.
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { readConnection, watchConnection } from '../outbox/flushing.ts'
import { Icon } from '../parts/icon.tsx'
import { show, useScreen } from '../parts/screens.ts'
import type { PositionTrouble } from '../position/positions.ts'
import { Changes } from '../route/changes.tsx'
import type { RouteView } from '../route/use-route.ts'
import { countUnstoredPictures, hasStorageTrouble, watchUnstored } from '../store/unstored.ts'

export function Banners({ view, trouble }: { view: RouteView; trouble: PositionTrouble | undefined }) {
  const { t } = useTranslation()
  const { waiting } = view
  const connection = useSyncExternalStore(watchConnection, readConnection)
  const late = waiting.calls.filter(({ state }) => state !== 'held').length + waiting.pictures
  const refused = waiting.refused.length + waiting.refusedPictures.length
  const isLate = late > 0 && connection !== 'fine'
  return (
    <div className="banners">
      <Changes view={view} />
      <NewMessages view={view} />
      {view.kept.is_closed && (
        <button type="button" className="banner bad" onClick={() => show('queue')}>
          <Icon name="warning" />
          <span className="grow">{late > 0 ? t('banner.closedKept', { count: late }) : t('banner.closed')}</span>
        </button>
      )}
      <Unstored />
      {refused > 0 && (
        <button type="button" className="banner bad" onClick={() => show('queue')}>
          <Icon name="warning" />
          <span className="grow">{t('banner.refused', { count: refused })}</span>
          <strong>{t('changes.look')}</strong>
        </button>
      )}
      {(connection === 'offline' || isLate) && !view.kept.is_closed && (
        <button type="button" className="banner" onClick={() => show('queue')}>
          <Icon name="cloud" />
          <span className="grow">
            {t(`banner.${connection}`)}
            {late > 0 && ` ${t('queue.badge', { count: late })}`}
          </span>
        </button>
      )}
      {trouble && (
        <p className="banner" role="status">
          <Icon name="warning" />
          <span className="grow">{t(`banner.position.${trouble}`)}</span>
        </p>
      )}
    </div>
  )
}

/** Notice of data that this phone could not store. */
function Unstored() {
  const { t } = useTranslation()
  const hasTrouble = useSyncExternalStore(watchUnstored, hasStorageTrouble)
  const photos = useSyncExternalStore(watchUnstored, countUnstoredPictures)
  if (!hasTrouble && photos === 0) return null
  return (
    <p className="banner bad" role="alert">
      <Icon name="warning" />
      <span className="grow">
        {hasTrouble && t('banner.storage')} {photos > 0 && t('banner.photos', { count: photos })}
      </span>
    </p>
  )
}

/** The newest word of the dispatcher, until it was looked at. */
function NewMessages({ view }: { view: RouteView }) {
  const { t } = useTranslation()
  const [screen] = useScreen()
  const { unread } = view.conversation
  const newest = unread.at(-1)
  const told = useRef<string>(undefined)
  useEffect(() => {
    if (newest && told.current !== newest.id) navigator.vibrate?.([80, 60, 80])
    told.current = newest?.id
  }, [newest])
  if (!newest || screen === 'talk') return null
  const words = newest.kind === 'ping' ? t('talk.ping') : (newest.text ?? t('proof.photo'))
  return (
    <button type="button" className="banner changes" onClick={() => show('talk')} aria-live="polite">
      <Icon name="message" />
      <span className="grow clipped">
        {newest.author ?? t('talk.dispatcher')}: {words}
      </span>
      <strong>{t('talk.answer')}</strong>
    </button>
  )
}
