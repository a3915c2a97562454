// The links of the rail: the places that everybody needs and those that the project uses; the rest stands under Others.
import { Menu, UnstyledButton } from '@mantine/core'
import { IconAddressBook, IconCalendarEvent, IconDots, IconSettings, IconSunHigh, IconTruck } from '@tabler/icons-react'
import { useQueries } from '@tanstack/react-query'
import { Link, useLocation, useMatchRoute } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnnexes } from './annex.ts'
import classes from './frame.module.css'
import { fleetPlaces, listPlaces, type ShownPlace } from './places.ts'
import { useFoundProject } from './session.ts'
import { useCurrentInSight } from './use-current-in-sight.ts'

type Icon = ComponentType<{ size: number; stroke: number }>

/** Icons of the core's places; annexes bring their own. */
const icons: Partial<Record<string, Icon>> = {
  today: IconSunHigh,
  plans: IconCalendarEvent,
  fleet: IconTruck,
  clients: IconAddressBook,
  settings: IconSettings,
}

export function RailPlaces() {
  const { t } = useTranslation('shell')
  const places = listPlaces(useAnnexes())
  const hidden = useHiddenPlaces(places)
  const links = useCurrentInSight<HTMLDivElement>(useLocation().pathname)
  return (
    <div ref={links} className={classes.places}>
      {places.map((place) => !hidden.includes(place) && <PlaceLink key={place.name} place={place} />)}
      {hidden.length > 0 && (
        <Menu position="right-end" width={220}>
          <Menu.Target>
            <UnstyledButton className={classes.place}>
              <IconDots size={20} stroke={1.6} />
              <span>{t('places.others')}</span>
            </UnstyledButton>
          </Menu.Target>
          <Menu.Dropdown>
            {hidden.map(({ name, icon: Icon }) => (
              <Menu.Item
                key={name}
                component={Link}
                to={`/${name}`}
                leftSection={Icon && <Icon size={16} stroke={1.6} />}
              >
                {t(`places.${name}`)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  )
}

/** The places of annexes whose list is empty in this project, but for the one that is open. */
function useHiddenPlaces(places: readonly ShownPlace[]): ShownPlace[] {
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

function PlaceLink({ place: { name, icon } }: { place: ShownPlace }) {
  const { t } = useTranslation('shell')
  const isAt = useMatchRoute()
  const Icon = icon ?? icons[name]
  const within = name === 'fleet' ? fleetPlaces.map((tab) => tab.name) : [name]
  const isOpen = within.some((path) => isAt({ to: `/${path}`, fuzzy: true }))
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
