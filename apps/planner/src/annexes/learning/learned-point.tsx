// Where vans go for a client or address, set by hand on a map, or freed again.
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { LearnedPlace } from '@routewright/contract'
import { IconMapPin } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Point } from '../../forms/point-map.tsx'
import { IconButton } from '../../shell/icon-button.tsx'

const PointMap = lazy(async () => ({ default: (await import('../../forms/point-map.tsx')).PointMap }))
const mapHeight = 320

interface LearnedPointProps {
  place: LearnedPlace
  name: string
  isBusy: boolean
  onFix(point: Point | null): void
}

export function LearnedPoint({ place, name, isBusy, onFix }: LearnedPointProps) {
  const { t } = useTranslation('learning')
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <IconButton
        icon={IconMapPin}
        variant={place.fixed ? 'light' : 'subtle'}
        color={place.fixed ? 'blue' : 'gray'}
        label={t('places.point_of', { name })}
        disabled={isBusy}
        onClick={() => setOpen(true)}
      />
      <Modal opened={isOpen} onClose={close} title={t('places.point_of', { name })} size="lg">
        {isOpen && (
          <Choice
            place={place}
            onFix={(point) => {
              onFix(point)
              close()
            }}
          />
        )}
      </Modal>
    </>
  )
}

function Choice({ place, onFix }: Pick<LearnedPointProps, 'place' | 'onFix'>) {
  const { t } = useTranslation('learning')
  const { fixed, parking, door, map } = place
  const begin = fixed ?? parking ?? door ?? map
  const [point, setPoint] = useState<Point | undefined>(begin && { lat: begin.lat, lng: begin.lng })
  return (
    <Stack gap="sm">
      <Text size="sm">{t('places.point_text')}</Text>
      <Suspense fallback={<div style={{ height: mapHeight }} />}>
        <PointMap point={point} onPick={setPoint} height={mapHeight} />
      </Suspense>
      <Group justify="flex-end">
        {fixed && (
          <Button variant="default" onClick={() => onFix(null)}>
            {t('places.free')}
          </Button>
        )}
        <Button disabled={!point} onClick={() => point && onFix(point)}>
          {t('places.keep')}
        </Button>
      </Group>
    </Stack>
  )
}
