import type { LayerSpecification } from 'maplibre-gl'
import { expect, test } from 'vitest'
import { liftTownNames } from './town-names.ts'

const named = (id: string, sourceLayer: string, zooms: object) =>
  ({ id, type: 'symbol', source: 'base', 'source-layer': sourceLayer, ...zooms }) as LayerSpecification

test('names of towns lie above the pins from afar and below them from near; all else stays', () => {
  const land: LayerSpecification = { id: 'ground', type: 'background' }
  const roads = named('road-names', 'roads', { minzoom: 8 })
  const town = named('places-town', 'places', { minzoom: 5, maxzoom: 17 })
  const hamlet = named('places-hamlet', 'places', { minzoom: 12, maxzoom: 17 })
  expect(liftTownNames([land, roads, town, hamlet])).toEqual({
    ground: [land, roads, { ...town, minzoom: 12 }, hamlet],
    names: [{ ...town, id: 'places-town-above', minzoom: 5, maxzoom: 12 }],
  })
})
