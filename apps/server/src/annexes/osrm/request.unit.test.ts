// How requests are read: OSRM's own scenarios of malformed ones, with the positions that it names, and its documented options.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodePolyline } from '../../geography/travel/polyline.ts'
import { OsrmRefusal } from './refusal.ts'
import { readAddress, readPosted } from './request.ts'

function readRefusal(read: () => unknown): { code: string; message: string } | undefined {
  try {
    read()
    return undefined
  } catch (error) {
    if (!(error instanceof OsrmRefusal)) throw error
    return { code: error.code, message: error.message }
  }
}

describe('malformed addresses are refused as OSRM’s scenarios say', () => {
  test.each([
    ['/nonsense', 'InvalidUrl', 'URL string malformed close to position 9: "nse"'],
    ['/nonsense/v1/driving/1,1;1,2', 'InvalidService', 'Service nonsense not found!'],
    ['/', 'InvalidUrl', 'URL string malformed close to position 1: "/"'],
    ['//', 'InvalidUrl', 'URL string malformed close to position 1: "//"'],
    ['/?', 'InvalidUrl', 'URL string malformed close to position 1: "/?"'],
    ['/route/v1/driving', 'InvalidUrl', 'URL string malformed close to position 17: "ing"'],
    ['/route/v1/driving/', 'InvalidUrl', 'URL string malformed close to position 18: "ng/"'],
    ['/route/v1/driving/1', 'InvalidQuery', 'Query string malformed close to position 19'],
    ['/route/v1/driving/1,1,1', 'InvalidQuery', 'Query string malformed close to position 21'],
    ['/route/v1/driving/x', 'InvalidQuery', 'Query string malformed close to position 18'],
    ['/route/v1/driving/x,y', 'InvalidQuery', 'Query string malformed close to position 18'],
    ['/route/v1/driving/1,1;', 'InvalidQuery', 'Query string malformed close to position 21'],
    ['/route/v1/driving/1,1;1', 'InvalidQuery', 'Query string malformed close to position 23'],
    ['/route/v1/driving/1,1;1,1,1', 'InvalidQuery', 'Query string malformed close to position 25'],
    ['/route/v1/driving/1,1;x', 'InvalidQuery', 'Query string malformed close to position 21'],
    ['/route/v1/driving/1,1;x,y', 'InvalidQuery', 'Query string malformed close to position 21'],
    ['/route/v1/driving/-74697224,5.191564', 'InvalidQuery', 'Query string malformed close to position 18'],
    ['/route/v1/driving/200,5.191564;44,5', 'InvalidValue', 'Invalid coordinate value.'],
  ])('%s', (address, code, message) => {
    expect(readRefusal(() => readAddress(address))).toEqual({ code, message })
  })

  test('another version is not there', () => {
    expect(readRefusal(() => readAddress('/route/v2/car/1,1;1,2'))?.code).toBe('InvalidVersion')
  })
})

describe('options that are not known, or not as documented, are refused with their place', () => {
  test.each([
    ['/route/v1/car/1,1;1,2?speed=1', 'position 22: option speed is not known'],
    ['/route/v1/car/1,1;1,2?steps=true&speed=1', 'position 32: option speed is not known'],
    ['/route/v1/car/1,1;1,2?steps=yes', 'position 28: option steps'],
    ['/route/v1/car/1,1;1,2?steps', 'position 22: option steps has no value'],
    ['/route/v1/car/1,1;1,2?radiuses=5;far', 'position 33: option radiuses'],
    ['/route/v1/car/1,1;1,2?bearings=10,20;400,1', 'position 37: option bearings'],
    ['/route/v1/car/1,1;1,2?geometries=wkt', 'position 33: option geometries'],
    ['/table/v1/car/1,1;1,2?steps=true', 'position 22: option steps is not known'],
    ['/table/v1/car/1,1;1,2?annotations=speed', 'position 34: option annotations'],
    ['/table/v1/car/1,1;1,2?sources=0;-1', 'position 32: option sources'],
    ['/route/v1/car/1,1;1,2?', 'position 22: option  is not known'],
    ['/route/v1/car/1,1;1,2?__proto__=1', 'position 22: option __proto__ is not known'],
  ])('%s', (address, place) => {
    expect(readRefusal(() => readAddress(address))).toEqual({
      code: 'InvalidQuery',
      message: `Query string malformed close to ${place}`,
    })
  })

  test('a list has an entry for each coordinate', () => {
    expect(readRefusal(() => readAddress('/route/v1/car/1,1;1,2?radiuses=5'))).toEqual({
      code: 'InvalidOptions',
      message: 'Number of elements in radiuses size 1 does not match coordinate size 2',
    })
  })

  test('another format than JSON is not there', () => {
    expect(readRefusal(() => readAddress('/route/v1/car/1,1;1,2.flatbuffers'))?.code).toBe('NotImplemented')
  })
})

describe('what is documented is read', () => {
  test('coordinates with a format, as a polyline of five or six decimals, and percent-encoded', () => {
    const places = [
      { lat: 47.14, lng: 9.52 },
      { lat: 47.17, lng: 9.509 },
    ]
    expect(readAddress('/route/v1/driving/9.52,47.14;9.509,47.17.json?steps=true').coordinates).toEqual(places)
    const encoded = encodeURIComponent(encodePolyline(places))
    expect(readAddress(`/route/v1/driving/polyline(${encoded})?steps=true`).coordinates).toEqual(places)
    expect(readPosted('/route/v1/driving', { coordinates: 'polyline6(_ie|xA_w`dQ_ry@nnT)' }).coordinates).toEqual(
      places,
    )
    expect(readRefusal(() => readAddress('/route/v1/driving/polyline(_ibE_ibE_)'))?.code).toBe('InvalidQuery')
  })

  test('every option of a route', () => {
    const options = [
      'bearings=10,20;',
      'radiuses=unlimited;35000',
      'generate_hints=false',
      'hints=;KSoKADRYroqUBAEA',
      'approaches=curb;unrestricted',
      'exclude=motorway,toll',
      'snapping=any',
      'skip_waypoints=true',
      'alternatives=3',
      'steps=true',
      'annotations=duration,nodes',
      'geometries=geojson',
      'overview=by_legs',
      'continue_straight=default',
      'waypoints=0;1',
    ]
    expect(readAddress(`/route/v1/car/1,1;1,2?${options.join('&')}`).options).toMatchObject({
      bearings: [[10, 20], undefined],
      radiuses: [Infinity, 35_000],
      generateHints: false,
      hints: [undefined, 'KSoKADRYroqUBAEA'],
      approaches: ['curb', 'unrestricted'],
      exclude: ['motorway', 'toll'],
      snapping: 'any',
      skipWaypoints: true,
      alternatives: 3,
      steps: true,
      annotations: ['duration', 'nodes'],
      geometries: 'geojson',
      overview: 'by_legs',
      continueStraight: 'default',
      waypoints: [0, 1],
    })
  })

  test('a JSON body says the same as an address', () => {
    const address =
      '/table/v1/car/1,1;1,2;2,2?sources=0&destinations=1;2&annotations=duration,distance&radiuses=;5;&fallback_speed=3&fallback_coordinate=snapped&scale_factor=1.5'
    const body = {
      coordinates: [
        [1, 1],
        [1, 2],
        [2, 2],
      ],
      sources: [0],
      destinations: [1, 2],
      annotations: ['duration', 'distance'],
      radiuses: [null, 5, null],
      fallback_speed: 3,
      fallback_coordinate: 'snapped',
      scale_factor: 1.5,
      format: 'json',
    }
    expect(readPosted('/table/v1/car', body)).toEqual(readAddress(address))
  })

  test.each([
    [undefined, 'request body must be a JSON object'],
    [{}, 'missing required member: coordinates'],
    [{ coordinates: 5 }, 'coordinates must be an array of [longitude, latitude] pairs'],
    [{ coordinates: [[1, 2, 3]] }, 'each coordinate must be an array of two numbers [longitude, latitude]'],
    [{ coordinates: 'somewhere' }, 'coordinates string must be of the form polyline(...) or polyline6(...)'],
    [{ coordinates: [[1, 1]], speed: 1 }, 'unknown member: speed'],
    [{ coordinates: [[1, 1]], steps: 'true' }, 'steps must be true or false'],
    [
      { coordinates: [[1, 1]], radiuses: [-1] },
      'radiuses must be an array, each entry a number of metres, 0 or more, or unlimited',
    ],
  ])('a body that is not: %j', (body, message) => {
    expect(readRefusal(() => readPosted('/route/v1/car', body))).toEqual({ code: 'InvalidQuery', message })
  })

  test('services without POST say so', () => {
    expect(readRefusal(() => readPosted('/trip/v1/car', { coordinates: [[1, 1]] }))?.code).toBe('NotImplemented')
  })
})

test('any text is read or refused, and never fails', () => {
  const pieces = [
    '/route/v1/car/',
    '/table/v1/car/',
    '1,1',
    ';',
    '2.5,-3e1',
    'polyline(',
    'polyline6(',
    '_ibE',
    ')',
    '?',
    '&',
    '=',
    'steps',
    'true',
  ]
  const more = [
    'radiuses',
    'unlimited',
    'hints',
    'annotations',
    'all',
    '%',
    '%C3%A9',
    '.json',
    '.',
    '-',
    '0',
    ',',
    ' ',
    '\u0000',
    'é',
  ]
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces, ...more), { maxLength: 14 }), (text) => {
      expect(readRefusal(() => readAddress(text.join('')))?.message ?? '').toEqual(expect.any(String))
    }),
    { numRuns: 3_000 },
  )
  fc.assert(
    fc.property(fc.jsonValue(), (body) => {
      expect(readRefusal(() => readPosted('/match/v1/car', body))?.message ?? '').toEqual(expect.any(String))
    }),
    { numRuns: 500 },
  )
})
