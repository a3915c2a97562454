// Around every screen of somebody who is signed in: navigation at the left, notices, and what to do without a project.

import { Avatar, Kbd, Menu, Text, Tooltip, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import * as operations from '@routewright/client/operations'
import { languageNames, languages } from '@routewright/ui/words'
import {
  IconCheck,
  IconChevronDown,
  IconDeviceDesktop,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconSearch,
  IconSun,
} from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link, Outlet, useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { usePlay } from './clock.ts'
import { endAlerts } from './closed-alerts.ts'
import { ConnectionBanner } from './connection-banner.tsx'
import classes from './frame.module.css'
import { HelpMenu } from './help-menu.tsx'
import { IconButton } from './icon-button.tsx'
import { LogoMark } from './logo-mark.tsx'
import { MenuEntry } from './menu-entry.tsx'
import { NoticeBell } from './notice-bell.tsx'
import { usePhone } from './phone.ts'
import { RailPlaces } from './rail-places.tsx'
import { useSearchDialog } from './search-dialog-state.ts'
import { SecondFactorNotice } from './second-factor-notice.tsx'
import { Sections } from './sections.tsx'
import { call } from './service.ts'
import { noteSignedOut, projectsQuery, useFoundProject, useProjectChoice, useProjects, useSession } from './session.ts'
import { Empty, RowSkeletons } from './states.tsx'
import { useIsPhone } from './use-is-phone.ts'
import { useLanguageChoice } from './use-language-choice.ts'

const PhoneFrame = lazy(() => import('./phone-frame.tsx'))

interface FrameProps {
  /** The one screen of people who may see nothing else; then there is nowhere to go. */
  only?: ReactNode
  /** For whoever may begin a project, while there is none. */
  withoutProject?: ReactNode
}

export function Frame({ only, withoutProject }: FrameProps) {
  const { t } = useTranslation('shell')
  const project = useFoundProject()
  const { open } = useSearchDialog()
  usePlay(useSession().is_demo === true)
  useHotkeys(only ? [] : [['mod+K', open]], [])
  return (
    <div className={classes.frame}>
      <a className="skip-link" href="#content">
        {t('skip')}
      </a>
      <Rail isEmpty={only !== undefined} onSearch={open} />
      <div className={classes.main}>
        <ConnectionBanner />
        <SecondFactorNotice />
        <main id="content" className={classes.content} tabIndex={-1}>
          <Suspense
            fallback={
              <div className={classes.waiting}>
                <RowSkeletons />
              </div>
            }
          >
            {project ? (only ?? <Outlet />) : withoutProject || <NoProject />}
          </Suspense>
        </main>
      </div>
      <PhoneSlot />
    </div>
  )
}

/** For those who wait to be added to one. */
function NoProject() {
  const { t } = useTranslation('shell')
  const queries = useQueryClient()
  const look = () => void queries.invalidateQueries({ queryKey: projectsQuery.queryKey })
  return (
    <Empty title={t('no_project.title')} text={t('no_project.text')} next={{ label: t('look_again'), onClick: look }} />
  )
}

/** The phone is loaded when it is first shown. */
function PhoneSlot() {
  const isShown = usePhone(({ shown }) => shown !== undefined)
  return isShown ? (
    <Suspense>
      <PhoneFrame />
    </Suspense>
  ) : null
}

/** Where one can go, at the left. */
function Rail({ isEmpty, onSearch }: { isEmpty: boolean; onSearch(): void }) {
  const { t } = useTranslation('shell')
  const project = useFoundProject()
  const isPhone = useIsPhone()
  return (
    <nav className={classes.rail} aria-label={t('navigation')}>
      <Link to="/today" className={classes.logo} aria-label="Routewright">
        <LogoMark size={30} />
      </Link>
      <ProjectMenu />
      {!isEmpty && <RailPlaces onSearch={onSearch} />}
      <div className={classes.foot}>
        {!isEmpty && !isPhone && (
          <Tooltip
            label={
              <>
                {t('search')} <Kbd size="xs">Ctrl K</Kbd>
              </>
            }
            position="right"
          >
            <IconButton icon={IconSearch} iconSize={19} stroke={1.6} label={t('search')} onClick={onSearch} />
          </Tooltip>
        )}
        {!isEmpty && project && <Sections at="rail" />}
        <NoticeBell />
        {(isEmpty || !isPhone) && <HelpMenu />}
        <PersonMenu />
      </div>
    </nav>
  )
}

function ProjectMenu() {
  const { t } = useTranslation('shell')
  const projects = useProjects()
  const project = useFoundProject()
  const { choose } = useProjectChoice()
  const navigate = useNavigate()
  const change = (id: string) => {
    choose(id)
    // A plan belongs to one project: with another one the list of plans is the place to be.
    void navigate({ to: '/plans' })
  }
  if (!project) return null
  return (
    <Menu position="right-start" width={260}>
      <Menu.Target>
        <UnstyledButton className={classes.project} aria-label={t('project_of', { name: project.label })}>
          <Text size="xs" fw={600} truncate maw={64} title={project.label}>
            {project.label}
          </Text>
          <IconChevronDown size={12} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown mah={420} className={classes.scroll}>
        <Menu.Label>{t('projects')}</Menu.Label>
        {projects.map(({ id, label, timezone }) => (
          <Menu.Item
            key={id}
            onClick={() => change(id)}
            rightSection={id === project.id && <IconCheck size={16} />}
            aria-current={id === project.id || undefined}
          >
            <Text size="sm">{label}</Text>
            <Text size="xs" c="dimmed">
              {timezone}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

const schemes = [
  ['light', IconSun],
  ['dark', IconMoon],
  ['auto', IconDeviceDesktop],
] as const

function PersonMenu() {
  const { t } = useTranslation('shell')
  const { user, organization } = useSession()
  return (
    <Menu position="right-end" width={250}>
      <Menu.Target>
        <UnstyledButton className={classes.person}>
          <span className="visually-hidden">{t('account_of', { name: user.name || user.email })}</span>
          <Avatar size={30} radius="xl" color="blue" name={user.name || user.email} aria-hidden="true" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown mah="90vh" className={classes.scroll}>
        <Menu.Label>
          <Text size="sm" fw={600} c="var(--rw-text)" truncate>
            {user.name || user.email}
          </Text>
          <Text size="xs" truncate>
            {organization.name}
          </Text>
        </Menu.Label>
        <Menu.Divider />
        <Menu.Label>{t('appearance')}</Menu.Label>
        <SchemeItems />
        <Menu.Divider />
        <LanguageItems />
        <Menu.Divider />
        <MenuEntry icon={IconLogout} text={t('sign_out')} onClick={signOut} />
      </Menu.Dropdown>
    </Menu>
  )
}

function SchemeItems() {
  const { t } = useTranslation('shell')
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return schemes.map(([scheme, Icon]) => (
    <Menu.Item
      key={scheme}
      leftSection={<Icon size={16} />}
      rightSection={scheme === colorScheme && <IconCheck size={16} />}
      onClick={() => setColorScheme(scheme)}
    >
      {t(`scheme.${scheme}`)}
    </Menu.Item>
  ))
}

function LanguageItems() {
  const { t } = useTranslation('shell')
  const { language, choose } = useLanguageChoice()
  return (
    <>
      <Menu.Label>
        <IconLanguage size={12} /> {t('language')}
      </Menu.Label>
      {languages.map((name) => (
        <Menu.Item
          key={name}
          lang={name}
          rightSection={name === language && <IconCheck size={16} />}
          onClick={() => choose(name)}
        >
          {languageNames[name]}
        </Menu.Item>
      ))}
    </>
  )
}

async function signOut(): Promise<void> {
  noteSignedOut()
  // The next person at this screen is not told what was meant for this one.
  await endAlerts()
  const ended = await call(operations.logout, {}, { withoutSignIn: true }).catch(() => undefined)
  // A fresh page forgets everything that the last person saw. A provider that signed in signs out, too, and sends back.
  location.assign(ended?.provider_url ?? '/planner/sign-in')
}
