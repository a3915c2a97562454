// Hands the way over to the driver's own navigation, and remembers which one that is.
import type { DriverStop } from '@routewright/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../parts/icon.tsx'
import { Sheet } from '../parts/sheet.tsx'
import { findDestination } from '../route/destination.ts'
import { getAddress } from '../route/differences.ts'
import { type DriverSettings, keepSetting, useSettings } from '../store/settings.ts'

type App = Exclude<DriverSettings['navigation'], 'ask'>
export const navigationApps: readonly App[] = ['google', 'waze', 'apple']
export const navigationNames: Record<App, string> = { google: 'Google Maps', waze: 'Waze', apple: 'Apple Maps' }

/** A stop, or a place between two. */
type Destination = Pick<DriverStop, 'location' | 'learned_place'>

/** Opens the app on a phone that has it, else its page. */
export function navigationLink(app: App, stop: Destination): string {
  const { lat, lng } = findDestination(stop) ?? {}
  const place = lat === undefined || lng === undefined ? getAddress(stop) : `${lat},${lng}`
  const to = encodeURIComponent(place)
  switch (app) {
    case 'google':
      return `https://www.google.com/maps/dir/?api=1&travelmode=driving&destination=${to}`
    case 'waze':
      return lat === undefined
        ? `https://waze.com/ul?q=${to}&navigate=yes`
        : `https://waze.com/ul?ll=${to}&navigate=yes`
    case 'apple':
      return `https://maps.apple.com/?dirflg=d&daddr=${to}`
  }
}

/** With the minutes and the distance from the stop before, as they are planned, where `leg` tells them. */
export function NavigateButton({ stop, leg }: { stop: Destination; leg?: string | undefined }) {
  const { t } = useTranslation()
  const { navigation } = useSettings()
  const [isAsking, setAsking] = useState(false)
  if (!getAddress(stop)) return null
  if (navigation !== 'ask') {
    return (
      <a className="button second" href={navigationLink(navigation, stop)} target="_blank" rel="noreferrer noopener">
        <Icon name="drive" /> <NavigateWords leg={leg} />
      </a>
    )
  }
  return (
    <>
      <button type="button" className="second" onClick={() => setAsking(true)}>
        <Icon name="drive" /> <NavigateWords leg={leg} />
      </button>
      {isAsking && (
        <Sheet title={t('stop.navigateWith')} onClose={() => setAsking(false)}>
          {navigationApps.map((app) => (
            <a
              key={app}
              className="button second"
              href={navigationLink(app, stop)}
              target="_blank"
              rel="noreferrer noopener"
              onClick={() => {
                void keepSetting('navigation', app)
                setAsking(false)
              }}
            >
              {navigationNames[app]}
            </a>
          ))}
          <p className="dim">{t('stop.remembered')}</p>
        </Sheet>
      )}
    </>
  )
}

function NavigateWords({ leg }: { leg: string | undefined }) {
  const { t } = useTranslation()
  return (
    <span className="two-lines">
      {t('stop.navigate')}
      {leg && <span className="leg">{leg}</span>}
    </span>
  )
}
