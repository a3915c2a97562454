// Everything beside the next stop, and what the driver may choose on this phone.
import { chooseWords, languageNames, languages } from '@routewright/ui/words'
import { useTranslation } from 'react-i18next'
import { useWaiting } from '../outbox/outbox.ts'
import type { RouteView } from '../route/use-route.ts'
import { Icon, type IconName } from '../shared/icon.tsx'
import { Screen } from '../shared/screen.tsx'
import { show } from '../shared/screens.ts'
import { keepSetting, useSettings } from '../store/settings.ts'
import { navigationApps, navigationNames } from './navigate.tsx'

export function Menu({ view }: { view: RouteView }) {
  const { t, i18n } = useTranslation()
  const settings = useSettings()
  const waiting = useWaiting()
  const unsent = waiting.calls.length + waiting.refused.length + waiting.pictures
  const phone = view.session.settings.dispatcher_phone
  const isUnderWay = view.route.status === 'in_transit'
  const hasMobileData = 'connection' in navigator && 'type' in (navigator.connection as object)
  return (
    <Screen title={t('action.menu')} backTo="route">
      <nav className="menu">
        {isUnderWay && <Entry icon="pause" text={t('break.title')} to={['break']} />}
        {isUnderWay && <Entry icon="warning" text={t('problem.title')} to={['problem']} />}
        <Entry icon="map" text={t('route.map')} to={['map']} />
        <Entry icon="parcel" text={t('load.title')} to={['load']} />
        <Entry icon="home" text={t('today.title')} to={['today']} />
        <Entry
          icon="cloud"
          text={unsent === 0 ? t('queue.allSent') : t('queue.badge', { count: unsent })}
          to={['queue']}
        />
        {phone && (
          <a className="entry" href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
            <Icon name="phone" /> <span className="grow">{t('action.callDispatcher')}</span>
          </a>
        )}
      </nav>
      <section className="part">
        <h2>{t('settings.title')}</h2>
        <label className="field">
          <span>{t('settings.language')}</span>
          <select
            value={i18n.resolvedLanguage ?? 'en'}
            onChange={(event) => void chooseWords(i18n, event.target.value as (typeof languages)[number])}
          >
            {languages.map((language) => (
              <option key={language} value={language}>
                {languageNames[language]}
              </option>
            ))}
          </select>
        </label>
        <label className="field">
          <span>{t('settings.theme')}</span>
          <select
            value={settings.theme}
            onChange={(event) => void keepSetting('theme', event.target.value as typeof settings.theme)}
          >
            {(['auto', 'light', 'dark'] as const).map((theme) => (
              <option key={theme} value={theme}>
                {t(`settings.theme_${theme}`)}
              </option>
            ))}
          </select>
        </label>
        <label className="field">
          <span>{t('settings.navigation')}</span>
          <select
            value={settings.navigation}
            onChange={(event) => void keepSetting('navigation', event.target.value as typeof settings.navigation)}
          >
            <option value="ask">{t('settings.ask')}</option>
            {navigationApps.map((app) => (
              <option key={app} value={app}>
                {navigationNames[app]}
              </option>
            ))}
          </select>
        </label>
        <label className="check">
          <input
            type="checkbox"
            checked={settings.beep}
            onChange={(event) => void keepSetting('beep', event.target.checked)}
          />
          <span className="grow">{t('settings.beep')}</span>
        </label>
        {hasMobileData && (
          <label className="check">
            <input
              type="checkbox"
              checked={settings.wifiOnly}
              onChange={(event) => void keepSetting('wifiOnly', event.target.checked)}
            />
            <span className="grow">{t('settings.wifiOnly')}</span>
          </label>
        )}
      </section>
    </Screen>
  )
}

function Entry({ icon, text, to }: { icon: IconName; text: string; to: string[] }) {
  return (
    <button type="button" className="entry" onClick={() => show(...to)}>
      <Icon name={icon} /> <span className="grow">{text}</span> <Icon name="next" size={20} />
    </button>
  )
}
