import { expect, test } from 'vitest'
import { routeColor, textOn } from './route-colors.ts'

function luminance(color: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

test('numbers can be read on every colour, ours or one that somebody chose', () => {
  const chosen = ['#0b8a6a', '#ff7f0e', '#777777', '#808080', '#ffff00', '#0000ff', '#d62728']
  for (const color of [...Array.from({ length: 12 }, (_, index) => routeColor({}, index)), ...chosen]) {
    const [light, dark] = [luminance(color), luminance(textOn(color))].sort((a, b) => b - a) as [number, number]
    expect((light + 0.05) / (dark + 0.05), color).toBeGreaterThanOrEqual(4.5)
  }
})

test('a route keeps its own colour, and takes one of ours in turn when it has none', () => {
  expect(routeColor({ color: '#123456', order: 3 })).toBe('#123456')
  expect(routeColor({ color: '#1aF', order: 3 })).toBe('#11aaFF')
  expect(routeColor({ order: 0 })).toBe(routeColor({ order: 12 }))
  expect(routeColor({ color: 'red; x', order: 0 })).toBe(routeColor({ order: 0 }))
})
