// Zones: areas of the project that only certain vehicles serve; drawn on the map or written as coordinates.
import { Badge, Button, Text, UnstyledButton } from '@mantine/core'
import type { Zone } from '@routewright/contract'
import { routeColor } from '@routewright/ui/route-colors'
import { IconClockHour4, IconMap2, IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ShownArea } from '../forms/reach-areas.ts'
import { Page } from '../shell/page.tsx'
import { useMayPlan } from '../shell/session.ts'
import { Empty, LoadFailure, RowSkeletons } from '../shell/states.tsx'
import { useZones } from '../shell/use-zones.ts'
import { type DraftZone, ReachPanel } from './reach-panel.tsx'
import { type DrawnZone, ZoneForm } from './zone-form.tsx'
import classes from './zones.module.css'

const ZonesMap = lazy(async () => ({ default: (await import('./zones-map.tsx')).ZonesMap }))

export function ZonesPage() {
  const { t } = useTranslation(['zones', 'records', 'shell'])
  const mayPlan = useMayPlan()
  const [edited, setEdited] = useState<Zone | 'new' | undefined>()
  const [drawn, setDrawn] = useState<DrawnZone | undefined>()
  const [fresh, setFresh] = useState<DraftZone | undefined>()
  const [hasReach, setReach] = useState(false)
  const [areas, setAreas] = useState<readonly ShownArea[]>([])
  const query = useZones()
  const zones = query.data ?? []
  const zone = edited === 'new' ? undefined : edited
  const open = (zone: Zone | undefined) => zone && mayPlan && setEdited(zone)
  const begin = (draft?: DraftZone) => {
    setFresh(draft)
    setEdited('new')
  }
  const onNew = mayPlan ? () => begin() : undefined
  const openReach = hasReach ? undefined : () => setReach(true)
  if (query.error) return <LoadFailure error={query.error} retry={() => void query.refetch()} />
  return (
    <Page
      title={t('title')}
      text={t('text')}
      isWide
      actions={<Actions isEditing={edited !== undefined} onReach={openReach} onNew={onNew} />}
    >
      <div className={classes.split}>
        <div className={classes.side}>
          {edited ? (
            <ZoneForm
              key={zone?.id ?? 'new'}
              zone={zone}
              fresh={fresh}
              color={routeColor({}, zone ? zones.findIndex(({ id }) => id === zone.id) : zones.length)}
              onDraw={setDrawn}
              onClose={() => setEdited(undefined)}
            />
          ) : hasReach ? (
            <ReachPanel onAreas={setAreas} onZone={mayPlan ? begin : undefined} onClose={() => setReach(false)} />
          ) : (
            <ZoneList zones={query.data} onOpen={open} onNew={onNew} />
          )}
        </div>
        {!query.isPending && <DrawnMap zones={zones} zone={zone} drawn={drawn} areas={areas} onOpen={open} />}
      </div>
    </Page>
  )
}

interface ActionsProps {
  isEditing: boolean
  /** Missing while it is open. */
  onReach: (() => void) | undefined
  /** Missing for those who may only look. */
  onNew: (() => void) | undefined
}

function Actions({ isEditing, onReach, onNew }: ActionsProps) {
  const { t } = useTranslation(['zones', 'reach'])
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconClockHour4 size={17} />}
        onClick={onReach}
        disabled={isEditing || !onReach}
      >
        {t('reach:open')}
      </Button>
      {onNew && (
        <Button leftSection={<IconPlus size={17} />} onClick={onNew} disabled={isEditing}>
          {t('new')}
        </Button>
      )}
    </>
  )
}

interface DrawnMapProps {
  zones: readonly Zone[]
  /** The one in the form. */
  zone: Zone | undefined
  drawn: DrawnZone | undefined
  areas: readonly ShownArea[]
  onOpen(zone: Zone | undefined): void
}

function DrawnMap({ zones, zone, drawn, areas, onOpen }: DrawnMapProps) {
  return (
    <Suspense fallback={<div className={classes.map} />}>
      <ZonesMap
        zones={zones}
        ring={drawn?.ring}
        editedId={zone?.id}
        color={drawn?.color ?? '#2f6fde'}
        areas={areas}
        onRing={drawn?.setRing}
        onChoose={(id) => onOpen(zones.find((zone) => zone.id === id))}
      />
    </Suspense>
  )
}

interface ZoneListProps {
  /** Undefined while they are read. */
  zones: readonly Zone[] | undefined
  onOpen(zone: Zone): void
  /** Missing for those who may only look. */
  onNew: (() => void) | undefined
}

function ZoneList({ zones, onOpen, onNew }: ZoneListProps) {
  const { t } = useTranslation('zones')
  if (!zones) return <RowSkeletons count={6} height={52} />
  if (zones.length === 0) {
    return (
      <Empty
        title={t('none')}
        text={t('none_text')}
        icon={IconMap2}
        next={onNew && { label: t('new'), onClick: onNew }}
      />
    )
  }
  return (
    <ul className={classes.list}>
      {zones.map((zone, index) => (
        <li key={zone.id}>
          <UnstyledButton className={classes.item} onClick={() => onOpen(zone)} disabled={!onNew}>
            <span className={classes.swatch} style={{ background: routeColor(zone, index) }} />
            <Text fw={600} truncate style={{ flex: 1 }}>
              {zone.label || t('unnamed')}
            </Text>
            {!zone.enabled && (
              <Badge variant="light" color="gray">
                {t('off')}
              </Badge>
            )}
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}
