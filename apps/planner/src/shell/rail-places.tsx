// The links of the rail: the places that everybody needs and those that the project uses, three of them on a phone; the rest stands under
// Others.
import { Menu, UnstyledButton } from '@mantine/core'
import {
  IconAddressBook,
  IconCalendarEvent,
  IconDots,
  IconSearch,
  IconSettings,
  IconSunHigh,
  IconTruck,
} from '@tabler/icons-react'
import { useQueries } from '@tanstack/react-query'
import { Link, useMatchRoute } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnnexes } from './annex.ts'
import classes from './frame.module.css'
import { HelpItems } from './help-menu.tsx'
import { MenuEntry } from './menu-entry.tsx'
import { fleetPlaces, listPlaces, type ShownPlace } from './places.ts'
import { useFoundProject } from './session.ts'
import { useIsPhone } from './use-is-phone.ts'

type Icon = ComponentType<{ size: number; stroke: number }>

/** Icons of the core's places; annexes bring their own. */
const icons: Partial<Record<string, Icon>> = {
  today: IconSunHigh,
  plans: IconCalendarEvent,
  fleet: IconTruck,
  clients: IconAddressBook,
  settings: IconSettings,
}

/** Number of places that a phone has room for, apart from Others. */
const ON_PHONE = 3

export function RailPlaces({ onSearch }: { onSearch(): void }) {
  const { t } = useTranslation('shell')
  const isPhone = useIsPhone()
  const isOpen = useIsOpen()
  const places = listPlaces(useAnnexes())
  const unused = useUnusedPlaces(places)
  const used = places.filter((place) => !unused.includes(place))
  const shown = isPhone ? chooseForPhone(used, used.find(isOpen)) : used
  const others = places.filter((place) => !shown.includes(place))
  return (
    <div className={classes.places}>
      {shown.map((place) => (
        <PlaceLink key={place.name} place={place} isOpen={isOpen(place)} />
      ))}
      {(others.length > 0 || isPhone) && (
        <Menu position={isPhone ? 'top' : 'right-end'} width={240}>
          <Menu.Target>
            <UnstyledButton className={classes.place}>
              <IconDots size={20} stroke={1.6} />
              <span>{t('places.others')}</span>
            </UnstyledButton>
          </Menu.Target>
          <Menu.Dropdown>
            <OtherItems places={others} />
            {isPhone && <PhoneItems onSearch={onSearch} />}
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  )
}

/** The first places; the open one takes the last seat where it is not among them. */
function chooseForPhone(places: readonly ShownPlace[], open: ShownPlace | undefined): ShownPlace[] {
  const first = places.slice(0, ON_PHONE)
  return open === undefined || first.includes(open) ? first : [...first.slice(0, -1), open]
}

function OtherItems({ places }: { places: readonly ShownPlace[] }) {
  const { t } = useTranslation('shell')
  return places.map(({ name, icon }) => {
    const Icon = icon ?? icons[name]
    return (
      <Menu.Item key={name} component={Link} to={`/${name}`} leftSection={Icon && <Icon size={16} stroke={1.6} />}>
        {t(`places.${name}`)}
      </Menu.Item>
    )
  })
}

/** Entries that stand at the foot of the rail where there is room for them. */
function PhoneItems({ onSearch }: { onSearch(): void }) {
  const { t } = useTranslation('shell')
  return (
    <>
      <Menu.Divider />
      <MenuEntry icon={IconSearch} text={t('search')} onClick={onSearch} />
      <HelpItems />
    </>
  )
}

/** The places of annexes whose list is empty in this project, but for the one that is open. */
function useUnusedPlaces(places: readonly ShownPlace[]): ShownPlace[] {
  const project = useFoundProject()
  const isAt = useMatchRoute()
  const rare = places.flatMap((place) => (place.records ? [{ place, records: place.records }] : []))
  const answers = useQueries({
    queries: rare.map(({ records }) => ({
      queryKey: [records.key, project?.id, 'first'],
      queryFn: () => records.readFirst(project?.id ?? ''),
      enabled: project !== undefined,
      // Asked once: whoever adds or deletes one invalidates the key of the list.
      staleTime: Number.POSITIVE_INFINITY,
    })),
  })
  return rare.flatMap(({ place }, index) => {
    const isUsed = Boolean(answers[index]?.data?.docs.length)
    return isUsed || isAt({ to: `/${place.name}`, fuzzy: true }) ? [] : [place]
  })
}

/** Says whether a place, or one of its tabs, is the open page. */
function useIsOpen(): (place: ShownPlace) => boolean {
  const isAt = useMatchRoute()
  return ({ name }) => {
    const within = name === 'fleet' ? fleetPlaces.map((tab) => tab.name) : [name]
    return within.some((path) => isAt({ to: `/${path}`, fuzzy: true }))
  }
}

function PlaceLink({ place: { name, icon }, isOpen }: { place: ShownPlace; isOpen: boolean }) {
  const { t } = useTranslation('shell')
  const Icon = icon ?? icons[name]
  return (
    <Link
      to={`/${name}`}
      className={classes.place}
      data-active={isOpen || undefined}
      aria-current={isOpen ? 'page' : undefined}
    >
      {Icon && <Icon size={20} stroke={1.6} />}
      <span>{t(`places.${name}`)}</span>
    </Link>
  )
}
