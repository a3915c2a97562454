// One line at the foot of the map: what is being prepared, or what is missing and how it is had.
import { Anchor } from '@mantine/core'
import type { MapInformation } from '@routewright/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type Box, isOutside } from '../shell/map-reach.ts'
import { useFormats, useSession } from '../shell/session.ts'
import { preparedShare, useMapInformation } from '../shell/use-map-information.ts'
import type { GroundedPlan } from './grounded-plan.ts'
import { useMapLook } from './map-look.tsx'
import classes from './plan-map.module.css'

interface MapNoteProps {
  lacks: GroundedPlan['lacks']
  /** Where the plan's places lie; undefined while it has none. */
  places: Box | undefined
}

export function MapNote({ lacks, places }: MapNoteProps) {
  // Another look brings a ground of its own.
  const { chosen: look } = useMapLook()
  const isLacking = (known: MapInformation) =>
    !look && known.online_style_url === undefined && places !== undefined && isOutside(places, known.extracts)
  const information = useMapInformation(isLacking)
  const text = useNote(information, look ? undefined : lacks, information !== undefined && isLacking(information))
  if (!text) return null
  return (
    <p className={classes.plain} role="status">
      {text}
    </p>
  )
}

function useNote(information: MapInformation | undefined, lacks: MapNoteProps['lacks'], isElsewhere: boolean) {
  const { t } = useTranslation('editor')
  const formats = useFormats()
  const { user } = useSession()
  const share = information && preparedShare(information)
  if (share !== undefined) {
    const names = information!.extracts.map(({ name }) => name)
    return t('map_preparing', { names: formats.list(names), percent: Math.floor(share * 100) })
  }
  if (isElsewhere) {
    if (user.role !== 'organization_administrator') return `${t('map_outside')} ${t('map_ask')}`
    return (
      <>
        {t('map_outside')}{' '}
        <Anchor component={Link} to="/settings/maps" size="xs" underline="always">
          {t('map_add')}
        </Anchor>
      </>
    )
  }
  return lacks && t(lacks === 'streets' ? 'map_plain' : 'map_gap')
}
