// The settings: at the left what one may come for, with the parts of the open group; the chosen part beside it.
import { NavLink, Stack } from '@mantine/core'
import {
  IconApi,
  IconBell,
  IconChevronDown,
  IconChevronRight,
  IconHistory,
  IconMap,
  IconRoute,
  IconUsers,
} from '@tabler/icons-react'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { type ComponentType, lazy, type ReactNode, Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type PlannerAnnex, type SettingsGroup, useAnnexes } from '../shell/annex.ts'
import { Page } from '../shell/page.tsx'
import { listSettingsGroups, type SettingsPartName } from '../shell/places.ts'
import { useSession } from '../shell/session.ts'
import { RowSkeletons } from '../shell/states.tsx'
import { useCurrentInSight } from '../shell/use-current-in-sight.ts'
import classes from './settings.module.css'

/** A part is given the sections that it shows: some share one component. */
type Part = ComponentType<{ sections: readonly string[] }>

const ofProject = lazy(() => import('./project-settings.tsx'))
const ofRecipients = lazy(() => import('./recipient-settings.tsx'))

const contents = {
  project: ofProject,
  driving: ofProject,
  deliveries: ofProject,
  fields: ofProject,
  recipients: ofRecipients,
  branding: ofRecipients,
  people: lazy(() => import('./people-settings.tsx')),
  providers: lazy(() => import('./sign-in-provider-settings.tsx')),
  account: lazy(() => import('./account-settings.tsx')),
  organization: lazy(() => import('./organization-settings.tsx')),
  maps: lazy(() => import('./map-settings.tsx')),
  addresses: lazy(() => import('./address-settings.tsx')),
  keys: lazy(() => import('./key-settings.tsx')),
  webhooks: lazy(() => import('./webhook-settings.tsx')),
  audit: lazy(() => import('./audit-settings.tsx')),
} satisfies Record<SettingsPartName, Part>

const icons = {
  planning: IconRoute,
  customers: IconBell,
  team: IconUsers,
  map: IconMap,
  programs: IconApi,
  records: IconHistory,
} satisfies Record<SettingsGroup, ComponentType<{ size: number; stroke: number }>>

function contentsWith(annexes: readonly PlannerAnnex[]): Record<string, Part> {
  const ofAnnexes = annexes.flatMap(({ settings = [] }) =>
    settings.map(({ name, load }) => [name, lazy(load)] as const),
  )
  return { ...contents, ...Object.fromEntries(ofAnnexes) }
}

export function SettingsPage() {
  const { t } = useTranslation('settings')
  const { part: wanted } = useParams({ strict: false }) as { part?: string }
  const { user } = useSession()
  const annexes = useAnnexes()
  const shown = useMemo(() => contentsWith(annexes), [annexes])
  const groups = listSettingsGroups(user.role, annexes)
  const parts = groups.flatMap((group) => group.parts)
  const part = parts.find(({ name }) => name === wanted) ?? parts[0]!
  const Content = shown[part.name]
  const nav = useCurrentInSight<HTMLElement>(part.name)
  return (
    <Page title={t('title')}>
      <div className={classes.split}>
        <nav ref={nav} className={classes.nav} aria-label={t('title')}>
          <Stack gap={2}>
            {groups.map((group) => (
              <GroupLinks key={group.name} group={group} open={part.name} />
            ))}
          </Stack>
        </nav>
        <div>
          <Suspense fallback={<RowSkeletons count={5} height={90} />}>
            {Content && <Content key={part.name} sections={part.sections} />}
          </Suspense>
        </div>
      </div>
    </Page>
  )
}

interface GroupLinksProps {
  group: ReturnType<typeof listSettingsGroups>[number]
  /** Name of the open part. */
  open: string
}

/** A group of one part is that part; others open with their first one. */
function GroupLinks({ group: { name, parts }, open }: GroupLinksProps) {
  const { t } = useTranslation('settings')
  const isOpen = parts.some((part) => part.name === open)
  const navigate = useNavigate()
  const Icon = icons[name]
  const icon = <Icon size={18} stroke={1.6} />
  const [first, second] = parts
  if (!first) return null
  if (!second) return <PartLink name={first.name} open={open} icon={icon} />
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <>
      <NavLink
        component="button"
        onClick={() => void navigate({ to: `/settings/${first.name}` })}
        label={t(`groups.${name}`)}
        leftSection={icon}
        rightSection={<Chevron size={14} stroke={1.6} />}
        aria-expanded={isOpen}
      />
      {isOpen && parts.map((part) => <PartLink key={part.name} name={part.name} open={open} />)}
    </>
  )
}

interface PartLinkProps {
  name: string
  open: string
  icon?: ReactNode
}

function PartLink({ name, open, icon = <span className={classes.indent} /> }: PartLinkProps) {
  const { t } = useTranslation('settings')
  return (
    <NavLink
      component={Link}
      to={`/settings/${name}`}
      label={t(`parts.${name}`)}
      leftSection={icon}
      active={name === open}
      aria-current={name === open ? 'page' : undefined}
    />
  )
}
