// Names of towns on top of everything, while the map is looked at from afar.
import type { LayerSpecification } from 'maplibre-gl'

/** From nearer than this zoom pins are large and bear numbers, which no name may cover. */
const COVERED_FROM = 12

/**
 * Layers of a ground in two parts: what lies below pins and routes, and the names of places that lie above them from afar.
 * From near all names lie below. A ground of others names its layers differently and stays as it is.
 */
export function liftTownNames(layers: readonly LayerSpecification[]): {
  ground: LayerSpecification[]
  names: LayerSpecification[]
} {
  const isLifted = (layer: LayerSpecification) =>
    layer.type === 'symbol' && layer['source-layer'] === 'places' && (layer.minzoom ?? 0) < COVERED_FROM
  const ground = layers.map((layer) => (isLifted(layer) ? { ...layer, minzoom: COVERED_FROM } : layer))
  const names = layers
    .filter(isLifted)
    .map((layer) => ({ ...layer, id: `${layer.id}-above`, maxzoom: Math.min(layer.maxzoom ?? 24, COVERED_FROM) }))
  return { ground, names }
}
