// The notes of an import about the maps: places outside of all of them, and addresses that were not found.
import { Alert, Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { isPointOutside, metersBeyond } from '../../shell/map-reach.ts'
import { useFormats, useSession } from '../../shell/session.ts'
import { useMapInformation } from '../../shell/use-map-information.ts'
import { placeState, useImport } from './import-store.ts'

export function OutsideNote() {
  const { t } = useTranslation(['import', 'editor'])
  const formats = useFormats()
  const { user } = useSession()
  const extracts = useMapInformation()?.extracts
  const { outside, missing, farthest } = useRowsBeyond(extracts)
  if (!extracts || (outside === 0 && missing === 0)) return null
  const names = formats.list(extracts.map(({ name }) => name))
  const sentences = [
    outside > 0 && t('outside_maps', { count: outside, names, distance: formats.distance(farthest) }),
    missing > 0 && extracts.length > 0 && t('missing_on_maps', { count: missing, names }),
  ]
  return (
    <Alert variant="light" color="gray" role="status" data-outside={outside}>
      {sentences.filter(Boolean).join(' ')}{' '}
      {user.role === 'organization_administrator' ? (
        <Anchor component={Link} to="/settings/maps" size="sm" underline="always">
          {t('editor:map_add')}
        </Anchor>
      ) : (
        t('editor:map_ask')
      )}
    </Alert>
  )
}

/** How many rows lie outside of every map and how far the farthest is beyond the edge, and how many were not found. */
function useRowsBeyond(extracts: Parameters<typeof metersBeyond>[1] | undefined) {
  const state = useImport()
  return useMemo(() => {
    let [outside, missing, farthest] = [0, 0, 0]
    for (const row of state.rows.keys()) {
      const { state: found, place } = placeState(state, row)
      if (found === 'missing') missing++
      if (!place || !extracts || extracts.length === 0 || !isPointOutside(place, extracts)) continue
      outside++
      farthest = Math.max(farthest, metersBeyond(place, extracts) ?? 0)
    }
    return { outside, missing, farthest }
  }, [state, extracts])
}
