// Draws a still picture of the map as SVG, of vector tiles, in the colours of the map that moves.
import type { TileFeature } from '@routewright/roads'
import { type Palette, palettes } from './map-palettes.ts'
import { growing, roadWidths } from './map-style.ts'
import { Ground, type PictureOptions, type PlacedTile, unitsPerPixel } from './picture-ground.ts'
import { drawNames } from './picture-names.ts'

/** Covers of the ground from the widest to what lies upon it. Land needs none: it is the ground. */
const coverOrder = 'urban industrial campus farm grass rock ice sand wetland wood park pitch'.split(' ')
/** Pixels at zooms 14 and 18. */
const waterwayWidths = [
  ['river', 3, 12],
  ['canal', 2, 6],
  ['stream', 1, 4],
] as const
/** Houses and driveways are drawn from here on. */
const nearZoom = 15
/** Pixels of a road's edge, both sides together. */
const edgePixels = 1.5

/** The picture. Pure; what lies outside is left out. */
export function drawPicture(tiles: readonly PlacedTile[], options: PictureOptions): string {
  const palette = palettes[options.theme]
  const ground = new Ground(tiles, options)
  const { width, height } = ground
  const body = [
    `<path fill="${palette.ground}" d="M0 0h${width}v${height}H0z"/>`,
    ...drawAreas(ground, options.zoom, palette),
    '<g stroke-linejoin="round">',
    ...drawRoads(ground, options.zoom, palette),
    '</g>',
    drawNames(ground, options),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${options.width}" height="${options.height}" viewBox="0 0 ${width} ${height}">${body.join('')}</svg>`
}

function drawAreas(ground: Ground, zoom: number, palette: Palette): string[] {
  return [
    ...coverOrder.map((kind) =>
      fill(palette.landcover[kind] ?? palette.ground, ground.areas('landcover', ofKind(kind))),
    ),
    fill(palette.water, ground.areas('water')),
    ...waterwayWidths.map(([kind, at14, at18]) =>
      stroke(palette.water, growing(zoom, [14, at14], [18, at18]), ground.lines('waterways', ofKind(kind))),
    ),
    zoom < nearZoom ? '' : fill(palette.building, ground.areas('buildings')),
  ]
}

/** Tunnels shine through, bridges lie over everything; in each level all edges are below all roads, so that crossings look joined. */
function drawRoads(ground: Ground, zoom: number, palette: Palette): string[] {
  const kinds = roadWidths.filter(([kind]) => zoom >= nearZoom || kind !== 'service')
  const level = (isHere: Test, more = '') => {
    const roads = kinds.map(([kind, at8, at14, at18]) => ({
      path: ground.lines('roads', (feature) => feature.properties.kind === kind && isHere(feature)),
      pixels: growing(zoom, [8, at8], [14, at14], [18, at18]),
      color: palette.road[kind] ?? palette.ground,
    }))
    return [
      ...roads.map(({ path, pixels }) => stroke(palette.roadEdge, pixels + edgePixels, path, more)),
      ...roads.map(({ path, pixels, color }) => stroke(color, pixels, path, more)),
    ]
  }
  const rails = ground.lines('roads', (feature) => feature.properties.kind === 'rail' && !isTunnel(feature))
  return [
    ...level(isTunnel, ' opacity=".45"'),
    ...level((feature) => !isTunnel(feature) && !isBridge(feature), ' stroke-linecap="round"'),
    stroke(palette.rail, growing(zoom, [9, 0.6], [14, 1.4], [18, 3]), rails),
    ...level(isBridge),
  ]
}

type Test = (feature: TileFeature) => boolean

const ofKind =
  (kind: string): Test =>
  (feature) =>
    feature.properties.kind === kind
const isTunnel: Test = ({ properties }) => properties.tunnel === true
const isBridge: Test = ({ properties }) => properties.bridge === true

function fill(color: string, path: string): string {
  return path === '' ? '' : `<path fill="${color}" d="${path}"/>`
}

function stroke(color: string, pixels: number, path: string, more = ''): string {
  if (path === '' || pixels <= 0) return ''
  const width = Math.round(pixels * unitsPerPixel * 10) / 10
  return `<path fill="none" stroke="${color}" stroke-width="${width}"${more} d="${path}"/>`
}
