// The settings: a list of their parts at the left, the chosen one beside it.
import { NavLink, Stack } from '@mantine/core'
import {
  IconBell,
  IconBuilding,
  IconHistory,
  IconKey,
  IconLogin2,
  IconMap,
  IconMapPin,
  IconSettings,
  IconUser,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type PlannerAnnex, useAnnexes } from '../shell/annex.ts'
import { Page } from '../shell/page.tsx'
import { listSettingsParts, type SettingsPartName } from '../shell/places.ts'
import { useSession } from '../shell/session.ts'
import { RowSkeletons } from '../shell/states.tsx'
import { useCurrentInSight } from '../shell/use-current-in-sight.ts'
import classes from './settings.module.css'

interface ShownPart {
  icon: ComponentType<{ size: number; stroke: number }>
  load: ComponentType
}

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
  audit: { icon: IconHistory, load: lazy(() => import('./audit-settings.tsx')) },
} satisfies Record<SettingsPartName, ShownPart>

function partsWith(annexes: readonly PlannerAnnex[]): Record<string, ShownPart> {
  const ofAnnexes = annexes.flatMap(({ settings = [] }) =>
    settings.map(({ name, icon, load }) => [name, { icon, load: lazy(load) }] as const),
  )
  return { ...parts, ...Object.fromEntries(ofAnnexes) }
}

export function SettingsPage() {
  const { t } = useTranslation('settings')
  const { part: wanted } = useParams({ strict: false }) as { part?: string }
  const { user } = useSession()
  const annexes = useAnnexes()
  const shown = useMemo(() => partsWith(annexes), [annexes])
  const offered = listSettingsParts(user.role, annexes).flatMap(({ name }) => {
    const part = shown[name]
    return part ? { name, ...part } : []
  })
  const { name: part, load: Content } = offered.find(({ name }) => name === wanted) ?? offered[0]!
  const nav = useCurrentInSight<HTMLElement>(part)
  return (
    <Page title={t('title')}>
      <div className={classes.split}>
        <nav ref={nav} className={classes.nav} aria-label={t('title')}>
          <Stack gap={2}>
            {offered.map(({ name, icon: Icon }) => (
              <NavLink
                key={name}
                component={Link}
                to={`/settings/${name}`}
                label={t(`parts.${name}`)}
                leftSection={<Icon size={18} stroke={1.6} />}
                active={name === part}
                aria-current={name === part ? 'page' : undefined}
              />
            ))}
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
