import { expect, test } from 'vitest'
import { tilesAround } from './keep-map.ts'

test('the tiles of a place and its neighbours, on every zoom down to the deepest', () => {
  const tiles = tilesAround([[9.52, 47.14]], 14)
  expect(tiles.filter(([zoom]) => zoom === 14)).toHaveLength(9)
  expect(tiles).toContainEqual([14, 8625, 5753])
  expect(tiles[0]![0]).toBe(6)
})

test('a tile that many points touch is kept once, and none lies outside the world', () => {
  const tiles = tilesAround(
    [
      [-180, 85],
      [-180, 85],
      [-179.999, 85],
    ],
    6,
  )
  // The corner of the world at 85 degrees north, where the tile above and the one to the west do not exist.
  expect(tiles).toEqual([
    [6, 0, 0],
    [6, 0, 1],
    [6, 1, 0],
    [6, 1, 1],
  ])
})

test('an archive without streets is kept as deep as it goes', () => {
  expect(tilesAround([[0, 0]], 3).every(([zoom]) => zoom === 3)).toBe(true)
})
