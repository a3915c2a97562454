// How the look of the map depends on what there is to draw.
import { expect, test } from 'vitest'
import { mapStyle } from './map-style.ts'

const sources = { world: '/world', tiles: '/tiles', attribution: '©' }
const worldLand = (style: ReturnType<typeof mapStyle>) => style.layers.find(({ id }) => id === 'world-land')

test('the coarse coasts of the world give way to the ground, but go on around tiles that draw their sea', () => {
  expect(worldLand(mapStyle('light', sources))).toHaveProperty('maxzoom', 7)
  expect(worldLand(mapStyle('light', { ...sources, hasCoast: true }))).not.toHaveProperty('maxzoom')
})

test.each(['light', 'dark'] as const)('without anything to draw there is plain ground: %s', (theme) => {
  const { layers } = mapStyle(theme, { attribution: '©' })
  expect(layers.map(({ id }) => id)).toEqual(['ground'])
})
