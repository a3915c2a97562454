import { describe, expect, it } from 'vitest'
import { isInsideRings } from '../shapes/rings.ts'
import { closeSeas, joinCoasts, type Position, shareAtSea } from './seas.ts'

const box = { minLng: 0, minLat: 0, maxLng: 10, maxLat: 10 }
const isSea = (seas: Position[][][], lng: number, lat: number) =>
  seas.some((polygon) =>
    isInsideRings(
      polygon.map((ring) => ring.flat()),
      lng,
      lat,
    ),
  )
/** Cells of the box, 10 × 10, that are sea, north at the top. */
const drawn = (seas: Position[][][]) =>
  Array.from({ length: 10 }, (_, row) =>
    Array.from({ length: 10 }, (_, column) => (isSea(seas, column + 0.5, 9.5 - row) ? '~' : '.')).join(''),
  )
const rows = (text: string, count: number) => Array.from({ length: count }, () => text)
const island = (lng: number, lat: number): Position[] => [
  [lng, lat],
  [lng + 1, lat],
  [lng + 1, lat + 1],
  [lng, lat + 1],
  [lng, lat],
]

describe('joining coastlines', () => {
  it('puts ways head to tail and never turns one around', () => {
    expect(
      joinCoasts([
        [3, 4, 5],
        [1, 2, 3],
        [9, 8],
        [5, 6],
      ]),
    ).toEqual([
      [1, 2, 3, 4, 5, 6],
      [9, 8],
    ])
    expect(
      joinCoasts([
        [1, 2],
        [3, 2],
      ]),
    ).toEqual([
      [1, 2],
      [3, 2],
    ])
  })

  it('closes rings of several ways, and survives ways that share their first node', () => {
    expect(
      joinCoasts([
        [1, 2, 3],
        [3, 4, 1],
      ]),
    ).toEqual([[1, 2, 3, 4, 1]])
    expect(joinCoasts([[7, 8, 9, 7]])).toEqual([[7, 8, 9, 7]])
    expect(
      joinCoasts([
        [1, 2],
        [1, 3],
      ]).length,
    ).toBeLessThanOrEqual(2)
    expect(joinCoasts([])).toEqual([])
  })
})

describe('closing seas', () => {
  it('has the water on the right of a coast from edge to edge', () => {
    // From north to south: land is east of it.
    expect(
      drawn(
        closeSeas(
          [
            [
              [3, 10],
              [3, 0],
            ],
          ],
          box,
        ),
      ),
    ).toEqual(rows('~~~.......', 10))
    expect(
      drawn(
        closeSeas(
          [
            [
              [3, 0],
              [3, 10],
            ],
          ],
          box,
        ),
      ),
    ).toEqual(rows('...~~~~~~~', 10))
    // A bay in the south, a cape in the south.
    expect(
      drawn(
        closeSeas(
          [
            [
              [2, 0],
              [2, 4],
              [6, 4],
              [6, 0],
            ],
          ],
          box,
        ),
      ),
    ).toEqual([...rows('..........', 6), ...rows('..~~~~....', 4)])
    expect(
      drawn(
        closeSeas(
          [
            [
              [6, 0],
              [6, 4],
              [2, 4],
              [2, 0],
            ],
          ],
          box,
        ),
      ),
    ).toEqual([...rows('~~~~~~~~~~', 6), ...rows('~~....~~~~', 4)])
  })

  it('has a strait between two coasts, and two seas beside a neck of land', () => {
    const strait: Position[][] = [
      [
        [4, 0],
        [4, 10],
      ],
      [
        [7, 10],
        [7, 0],
      ],
    ]
    expect(drawn(closeSeas(strait, box))).toEqual(rows('....~~~...', 10))
    const neck: Position[][] = [
      [
        [4, 10],
        [4, 0],
      ],
      [
        [7, 0],
        [7, 10],
      ],
    ]
    expect(drawn(closeSeas(neck, box))).toEqual(rows('~~~~...~~~', 10))
  })

  it('leaves islands out of it, and is all around where there are islands only', () => {
    expect(
      drawn(
        closeSeas(
          [
            [
              [4, 10],
              [4, 0],
            ],
            island(1, 4),
          ],
          box,
        ),
      ),
    ).toEqual([...rows('~~~~......', 5), '~.~~......', ...rows('~~~~......', 4)])
    expect(drawn(closeSeas([island(2, 2), island(5, 2)], box))).toEqual([
      ...rows('~~~~~~~~~~', 7),
      '~~.~~.~~~~',
      ...rows('~~~~~~~~~~', 2),
    ])
  })

  it('fills a ring that runs the other way', () => {
    expect(drawn(closeSeas([island(2, 2).toReversed()], box))).toEqual([
      ...rows('..........', 7),
      '..~.......',
      ...rows('..........', 2),
    ])
  })

  it('goes from a coast that ends within the box straight to the nearest edge', () => {
    expect(
      drawn(
        closeSeas(
          [
            [
              [3, 9],
              [3, 1],
            ],
          ],
          box,
        ),
      ),
    ).toEqual(rows('~~~.......', 10))
  })

  it('has no sea without coasts, or where they contradict each other', () => {
    expect(closeSeas([], box)).toEqual([])
    // Water is on the right of both: east of the first, but according to the second that is land.
    expect(
      closeSeas(
        [
          [
            [3, 0],
            [3, 10],
          ],
          [
            [6, 0],
            [6, 10],
          ],
        ],
        box,
      ),
    ).toEqual([])
  })

  it('tells how many places would be at sea', () => {
    const seas = closeSeas(
      [
        [
          [3, 10],
          [3, 0],
        ],
        island(1, 4),
      ],
      box,
    )
    expect(
      shareAtSea(seas, [
        [1, 1],
        [1.5, 4.5],
        [5, 5],
        [9, 9],
      ]),
    ).toBe(0.25)
    expect(shareAtSea(seas, [])).toBe(0)
  })
})
