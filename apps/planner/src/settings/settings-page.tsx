// The settings: a list of their parts at the left, the chosen one beside it.
import { NavLink, Stack } from '@mantine/core'
import {
  IconBell,
  IconBuilding,
  IconCalendarTime,
  IconClockHour4,
  IconGps,
  IconHistory,
  IconKey,
  IconLogin2,
  IconMap,
  IconMapPin,
  IconPackageImport,
  IconSettings,
  IconShieldLock,
  IconUser,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Page } from '../shell/page.tsx'
import { listSettingsParts, type SettingsPartName } from '../shell/places.ts'
import { useSession } from '../shell/session.ts'
import { RowSkeletons } from '../shell/states.tsx'
import { useCurrentInSight } from '../shell/use-current-in-sight.ts'
import classes from './settings.module.css'

const parts = {
  project: { icon: IconSettings, load: lazy(() => import('./project-settings.tsx')) },
  recipients: { icon: IconBell, load: lazy(() => import('./recipient-settings.tsx')) },
  people: { icon: IconUsers, load: lazy(() => import('./people-settings.tsx')) },
  providers: { icon: IconLogin2, load: lazy(() => import('./sign-in-provider-settings.tsx')) },
  account: { icon: IconUser, load: lazy(() => import('./account-settings.tsx')) },
  organization: { icon: IconBuilding, load: lazy(() => import('./organization-settings.tsx')) },
  maps: { icon: IconMap, load: lazy(() => import('./map-settings.tsx')) },
  addresses: { icon: IconMapPin, load: lazy(() => import('./address-settings.tsx')) },
  keys: { icon: IconKey, load: lazy(() => import('./key-settings.tsx')) },
  webhooks: { icon: IconWebhook, load: lazy(() => import('./webhook-settings.tsx')) },
  orders: { icon: IconPackageImport, load: lazy(() => import('./order-source-settings.tsx')) },
  trackers: { icon: IconGps, load: lazy(() => import('./position-source-settings.tsx')) },
  slots: { icon: IconCalendarTime, load: lazy(() => import('./slot-settings.tsx')) },
  learning: { icon: IconClockHour4, load: lazy(() => import('./learning-settings.tsx')) },
  privacy: { icon: IconShieldLock, load: lazy(() => import('./privacy-settings.tsx')) },
  audit: { icon: IconHistory, load: lazy(() => import('./audit-settings.tsx')) },
} satisfies Record<SettingsPartName, { icon: ComponentType<{ size: number; stroke: number }>; load: ComponentType }>

export function SettingsPage() {
  const { t } = useTranslation('settings')
  const { part: wanted } = useParams({ strict: false }) as { part?: string }
  const { user } = useSession()
  const names = listSettingsParts(user.role)
  const part = names.find((name) => name === wanted) ?? names[0]!
  const Content = parts[part].load
  const nav = useCurrentInSight<HTMLElement>(part)
  return (
    <Page title={t('title')}>
      <div className={classes.split}>
        <nav ref={nav} className={classes.nav} aria-label={t('title')}>
          <Stack gap={2}>
            {names.map((name) => {
              const Icon = parts[name].icon
              return (
                <NavLink
                  key={name}
                  component={Link}
                  to={`/settings/${name}`}
                  label={t(`parts.${name}`)}
                  leftSection={<Icon size={18} stroke={1.6} />}
                  active={name === part}
                  aria-current={name === part ? 'page' : undefined}
                />
              )
            })}
          </Stack>
        </nav>
        <div>
          <Suspense fallback={<RowSkeletons count={5} height={90} />}>
            <Content />
          </Suspense>
        </div>
      </div>
    </Page>
  )
}
