// The menu: everything other than the next stop, and the driver's settings on this phone.
import { chooseWords, languageNames, languages } from '@routewright/ui/words'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { countUnsent } from '../outbox/outbox.ts'
import { useTyped } from '../parts/draft-text.tsx'
import { Icon, type IconName } from '../parts/icon.tsx'
import { Screen } from '../parts/screen.tsx'
import { show } from '../parts/screens.ts'
import { canAlert, mustBeInstalled, switchAlertsOff, switchAlertsOn } from '../route/alerts.ts'
import type { RouteView } from '../route/use-route.ts'
import { useSignIns } from '../sign-in/sign-ins.ts'
import { keepSetting, useSettings } from '../store/settings.ts'
import { navigationApps, navigationNames } from './navigate.tsx'

export function Menu({ view }: { view: RouteView }) {
  const { t } = useTranslation()
  const unsent = countUnsent(view.waiting)
  const waitingText = unsent === 0 ? t('queue.allSent') : t('queue.badge', { count: unsent })
  const phone = view.session.settings.dispatcher_phone
  const isUnderWay = view.route.status === 'in_transit'
  const isSignedIn = (useSignIns() ?? []).length > 0
  return (
    <Screen title={t('action.menu')} backTo="route">
      <nav className="menu">
        {isSignedIn && (
          <button
            type="button"
            className="entry"
            onClick={() => location.assign(`${import.meta.env.BASE_URL}#/routes`)}
          >
            <Icon name="list" /> <span className="grow">{t('ownRoutes.title')}</span> <Icon name="next" size={20} />
          </button>
        )}
        {isUnderWay && <Entry icon="pause" text={t('break.title')} to={['break']} />}
        {isUnderWay && <Entry icon="warning" text={t('problem.title')} to={['problem']} />}
        <Entry icon="message" text={t('talk.title')} to={['talk']} />
        <Entry icon="map" text={t('route.map')} to={['map']} />
        <Entry icon="parcel" text={t('load.title')} to={['load']} />
        <Entry icon="home" text={t('today.title')} to={['today']} />
        <Entry icon="cloud" text={waitingText} to={['queue']} />
        {phone && (
          <a className="entry" href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
            <Icon name="phone" /> <span className="grow">{t('action.callDispatcher')}</span>
          </a>
        )}
      </nav>
      <Settings routeId={view.id} />
    </Screen>
  )
}

/** The driver's settings on this phone. */
function Settings({ routeId }: { routeId: string }) {
  const { t, i18n } = useTranslation()
  const settings = useSettings()
  const hasMobileData = 'connection' in navigator && 'type' in (navigator.connection as object)
  return (
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
      <Choice
        label={t('settings.theme')}
        value={settings.theme}
        options={(['auto', 'light', 'dark'] as const).map((theme) => [theme, t(`settings.theme_${theme}`)])}
        onChange={(theme) => void keepSetting('theme', theme)}
      />
      <Choice
        label={t('settings.navigation')}
        value={settings.navigation}
        options={[['ask', t('settings.ask')], ...navigationApps.map((app) => [app, navigationNames[app]] as const)]}
        onChange={(navigation) => void keepSetting('navigation', navigation)}
      />
      <Alerts routeId={routeId} isOn={settings.alerts} />
      <Tick label={t('settings.beep')} value={settings.beep} onChange={(beep) => void keepSetting('beep', beep)} />
      {hasMobileData && (
        <Tick
          label={t('settings.wifiOnly')}
          value={settings.wifiOnly}
          onChange={(wifiOnly) => void keepSetting('wifiOnly', wifiOnly)}
        />
      )}
    </section>
  )
}

/** Not asked for at the first start: who does not know yet what comes says no, and phones keep that. */
function Alerts({ routeId, isOn }: { routeId: string; isOn: boolean }) {
  const { t, i18n } = useTranslation()
  const [trouble, setTrouble] = useState<'denied' | 'failed'>()
  if (mustBeInstalled) return <p className="hint">{t('settings.alertsInstall')}</p>
  if (!canAlert) return null
  const choose = async (wanted: boolean) => {
    if (!wanted) return switchAlertsOff(routeId)
    const outcome = await switchAlertsOn(routeId, i18n.resolvedLanguage)
    setTrouble(outcome === 'on' ? undefined : outcome)
  }
  return (
    <>
      <label className="check">
        <input type="checkbox" checked={isOn} onChange={(event) => void choose(event.target.checked)} />
        <span className="grow">{t('settings.alerts')}</span>
      </label>
      {trouble && (
        <p className="hint" role="alert">
          {t(trouble === 'denied' ? 'settings.alertsDenied' : 'settings.alertsFailed')}
        </p>
      )}
    </>
  )
}

function Entry({ icon, text, to }: { icon: IconName; text: string; to: string[] }) {
  return (
    <button type="button" className="entry" onClick={() => show(...to)}>
      <Icon name={icon} /> <span className="grow">{text}</span> <Icon name="next" size={20} />
    </button>
  )
}

interface ChoiceProps<Value extends string> {
  label: string
  value: Value
  options: readonly (readonly [value: Value, word: string])[]
  onChange: (value: Value) => void
}

function Choice<Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) {
  const chosen = useTyped(value, onChange)
  return (
    <label className="field">
      <span>{label}</span>
      <select value={chosen.value} onChange={(event) => chosen.set(event.target.value as Value)}>
        {options.map(([option, word]) => (
          <option key={option} value={option}>
            {word}
          </option>
        ))}
      </select>
    </label>
  )
}

function Tick({ label, value, onChange }: { label: string; value: boolean; onChange: (value: boolean) => void }) {
  const chosen = useTyped(value, onChange)
  return (
    <label className="check">
      <input type="checkbox" checked={chosen.value} onChange={(event) => chosen.set(event.target.checked)} />
      <span className="grow">{label}</span>
    </label>
  )
}
