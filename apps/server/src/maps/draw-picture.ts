// Draws a still picture of the map as SVG, of vector tiles, in the colours of the map that moves.
import type { TileFeature } from '@routewright/roads'
import { palettes } from './map-palettes.ts'
import { growing, roadWidths } from './map-style.ts'
import { Ground, type PictureOptions, type PlacedTile, unitsPerPixel } from './picture-ground.ts'
import { drawNames } from './picture-names.ts'

/** Covers of the ground from the widest to what lies upon it; `land` is the ground itself. */
const coverOrder = [
  ...['urban', 'industrial', 'campus', 'farm', 'grass', 'rock', 'ice', 'sand', 'wetland', 'wood', 'park', 'pitch'],
] as const

/** The picture. Pure; what lies outside is left out. */
export function drawPicture(tiles: readonly PlacedTile[], options: PictureOptions): string {
  const { theme, zoom } = options
  const palette = palettes[theme]
  const ground = new Ground(tiles, options)
  const { width, height } = ground
  const parts: string[] = []
  const fill = (color: string | undefined, path: string) => {
    if (path !== '' && color !== undefined) parts.push(`<path fill="${color}" d="${path}"/>`)
  }
  const stroke = (color: string, pixels: number, path: string, more = '') => {
    if (path === '' || pixels <= 0) return
    parts.push(
      `<path fill="none" stroke="${color}" stroke-width="${round(pixels * unitsPerPixel)}"${more} d="${path}"/>`,
    )
  }

  for (const kind of coverOrder) fill(palette.landcover[kind], ground.areas('landcover', ofKind(kind)))
  fill(palette.water, ground.areas('water'))
  for (const [kind, at14, at18] of [
    ['river', 3, 12],
    ['canal', 2, 6],
    ['stream', 1, 4],
  ] as const) {
    stroke(palette.water, growing(zoom, [14, at14], [18, at18]), ground.lines('waterways', ofKind(kind)))
  }
  if (zoom >= 15) fill(palette.building, ground.areas('buildings'))

  const shown = roadWidths.filter(([kind]) => zoom >= 15 || kind !== 'service')
  const widthOf = ([, at8, at14, at18]: (typeof roadWidths)[number]) => growing(zoom, [8, at8], [14, at14], [18, at18])
  const draw = (isHere: (feature: TileFeature) => boolean, more: string) => {
    const roads = shown.map((row) => {
      const path = ground.lines('roads', (feature) => feature.properties.kind === row[0] && isHere(feature))
      return { path, pixels: widthOf(row), color: palette.road[row[0]] ?? palette.ground }
    })
    for (const { path, pixels } of roads) stroke(palette.roadEdge, pixels + 1.5, path, more)
    for (const { path, pixels, color } of roads) stroke(color, pixels, path, more)
  }
  parts.push('<g stroke-linejoin="round">')
  draw((feature) => isTunnel(feature), ' opacity=".45"')
  draw((feature) => !isTunnel(feature) && !isBridge(feature), ' stroke-linecap="round"')
  const isRail = (feature: TileFeature) => feature.properties.kind === 'rail' && !isTunnel(feature)
  stroke(palette.rail, growing(zoom, [9, 0.6], [14, 1.4], [18, 3]), ground.lines('roads', isRail))
  draw(isBridge, '')
  parts.push('</g>')
  parts.push(drawNames(ground, options))
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${options.width}" height="${options.height}" viewBox="0 0 ${width} ${height}"><path fill="${palette.ground}" d="M0 0h${width}v${height}H0z"/>${parts.join('')}</svg>`
}

const ofKind = (kind: string) => (feature: TileFeature) => feature.properties.kind === kind
const isTunnel = ({ properties }: TileFeature) => properties.tunnel === true
const isBridge = ({ properties }: TileFeature) => properties.bridge === true
const round = (value: number) => Math.round(value * 10) / 10
