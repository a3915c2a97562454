// Fleet is four lists: vehicles, drivers, depots and zones, as links above whichever of them is open.
import { Link, useMatchRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import classes from './page.module.css'
import { fleetPlaces } from './places.ts'

/** Hidden on other pages. */
export function FleetTabs() {
  const { t } = useTranslation('shell')
  const isAt = useMatchRoute()
  if (!fleetPlaces.some(({ name }) => isAt({ to: `/${name}`, fuzzy: true }))) return null
  return (
    <nav className={classes.tabs} aria-label={t('places.fleet')}>
      {fleetPlaces.map(({ name, word }) => (
        <Link key={name} to={`/${name}`} className={classes.tab}>
          {t(`places.${word}`)}
        </Link>
      ))}
    </nav>
  )
}
