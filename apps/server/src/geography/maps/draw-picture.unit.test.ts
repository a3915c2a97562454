// The still picture of the map: what is drawn over what, what is left out, and where names find room.
import type { TileFeature, TileLayers } from '@routewright/roads'
import { describe, expect, test } from 'vitest'
import { drawPicture } from './draw-picture.ts'
import { palettes } from './map-palettes.ts'
import { growing } from './map-style.ts'

/** One tile of which a unit is a quarter of a pixel, so that its units are those of the picture: 800 by 400. */
const draw = (layers: TileLayers, zoom = 14, theme: 'light' | 'dark' = 'light') =>
  drawPicture([{ layers, left: 0, top: 0, scale: 0.25 }], { theme, zoom, width: 200, height: 100 })
const line = (parts: number[][], properties: TileFeature['properties']): TileFeature => ({
  kind: 'lines',
  parts,
  properties,
})
const area = (parts: number[][], kind: string): TileFeature => ({ kind: 'areas', parts, properties: { kind } })
const place = (x: number, y: number, name: string, rank = 90): TileFeature => ({
  kind: 'points',
  parts: [[x, y]],
  properties: { kind: 'village', name, rank },
})
const square = [100, 100, 200, 100, 200, 200, 100, 200]

test('the ground lies below everything, in the colours of the theme', () => {
  for (const theme of ['light', 'dark'] as const) {
    const { ground, water } = palettes[theme]
    expect(draw({ water: [area([square], 'water')] }, 14, theme)).toBe(
      `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100" viewBox="0 0 800 400"><path fill="${ground}" d="M0 0h800v400H0z"/><path fill="${water}" d="M100 100l100 0 0 100-100 0z"/><g stroke-linejoin="round"></g></svg>`,
    )
  }
})

test('broad roads lie over narrow ones, and all over their edges', () => {
  const svg = draw({
    roads: [line([[0, 0, 90, 90]], { kind: 'primary' }), line([[90, 0, 0, 90]], { kind: 'minor' })],
  })
  const { roadEdge, road } = palettes.light
  const strokes = [...svg.matchAll(/stroke="(#\w+)" stroke-width/g)].map(([, color]) => color)
  expect(strokes).toEqual([roadEdge, roadEdge, road.minor, road.primary])
})

test('bridges lie over the roads below them, tunnels shine through', () => {
  const bridge = line([[0, 0, 90, 90]], { kind: 'minor', bridge: true })
  const tunnel = line([[0, 90, 90, 0]], { kind: 'minor', tunnel: true })
  const svg = draw({ roads: [bridge, tunnel, line([[0, 50, 90, 50]], { kind: 'motorway' })] })
  const at = (part: string) => svg.lastIndexOf(part)
  expect(at('M0 90')).toBeLessThan(at('M0 50'))
  expect(at('M0 50')).toBeLessThan(at('M0 0l'))
  expect(svg.match(/opacity="\.45"/g)).toHaveLength(2)
})

test('houses and driveways are for near pictures', () => {
  const layers = { buildings: [area([square], '')], roads: [line([[0, 0, 90, 90]], { kind: 'service' })] }
  expect(draw(layers, 14).match(/<path/g)).toHaveLength(1)
  expect(draw(layers, 15).match(/<path/g)).toHaveLength(4)
})

test('what lies outside is left out, and so are steps that nobody could see', () => {
  const svg = draw({
    roads: [line([[900, 0, 1000, 90]], { kind: 'minor' }), line([[0, 0, 1, 0, 1, 1, 90, 1]], { kind: 'primary' })],
  })
  expect(svg.match(/<path/g)).toHaveLength(3)
  expect(svg).toContain('d="M0 0l90 1"')
})

describe('names', () => {
  const names = (svg: string) => [...svg.matchAll(/>([^<]*)<\/text>/g)].map(([, text]) => text)

  test('of two places that would hit each other the more important one is named', () => {
    const places = [place(400, 200, 'Klein', 95), place(420, 210, 'Gross', 80), place(400, 330, 'Fern')]
    expect(names(draw({ places }))).toEqual(['Gross', 'Fern'])
  })

  test('none is cut off by the edge', () => {
    expect(names(draw({ places: [place(20, 200, 'Am Rand'), place(400, 395, 'Unten')] }))).toEqual([])
  })

  test('a street is named once, on its longest straight piece, never upside down', () => {
    const winding = Array.from({ length: 80 }, (_, at) => (at % 2 === 0 ? at * 10 : (at % 4) * 30))
    const roads = [
      line([[780, 350, 20, 300]], { kind: 'minor', name: 'Langgasse' }),
      line([[100, 100, 400, 100]], { kind: 'minor', name: 'Langgasse' }),
      line([winding], { kind: 'minor', name: 'Schlangenweg' }),
      line([[100, 200, 130, 200]], { kind: 'minor', name: 'Viel zu lang für die Strasse' }),
      line([[100, 40, 700, 40]], { kind: 'minor', name: 'Tunnelstrasse', tunnel: true }),
    ]
    const svg = draw({ roads })
    expect(names(svg)).toEqual(['Langgasse'])
    expect(svg).toContain('translate(400 325) rotate(4)')
  })

  test('are text, whatever they hold', () => {
    const svg = draw({ places: [place(400, 200, '<script>&"')] })
    expect(svg).toContain('>&#60;script&#62;&#38;&#34;</text>')
  })
})

test('widths grow with the zoom as MapLibre has them grow', () => {
  const width = (zoom: number) => growing(zoom, [8, 0], [14, 4], [18, 22])
  expect([7, 8, 14, 18, 19].map(width)).toEqual([0, 0, 4, 22, 22])
  // (1.5^2 - 1) / (1.5^4 - 1) of the way.
  expect(width(16)).toBeCloseTo(4 + (18 * 1.25) / 4.0625, 6)
})
