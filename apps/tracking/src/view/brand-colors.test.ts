import { expect, test } from 'vitest'
import { brandColors, contrast } from './brand-colors.ts'

const colors = ['#ffee00', '#ffffff', '#000000', '#c2410c', '#1f5fd6', '#777777', '#00ff88']

test.each(colors)('%s is readable as ground and as text, light and dark', (color) => {
  for (const ground of ['#ffffff', '#171e28']) {
    const { brand, onBrand, ink } = brandColors(color, ground)
    expect(contrast(brand, onBrand)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(ink, ground)).toBeGreaterThanOrEqual(4.5)
  }
})

test('a colour that can be read stays as it is', () => {
  expect(brandColors('#c2410c', '#ffffff')).toEqual({ brand: '#c2410c', onBrand: '#ffffff', ink: '#c2410c' })
})
