// Positions in the forms in which trackers and their servers send them, as these were recorded.
import { describe, expect, test } from 'vitest'
import { readGpx } from './gpx.ts'
import { isOwnTracks, readFormPosition, readJsonPositions } from './read-positions.ts'

const now = new Date('2026-03-02T08:00:00.000Z')
const form = (text: string) => readFormPosition(new URLSearchParams(text), now)
const json = (body: unknown, headers = {}) => readJsonPositions(body, headers, now)
const refusal = (work: () => unknown) => {
  try {
    return JSON.stringify(work())
  } catch (error) {
    return (error as Error).message
  }
}

/** Request of Traccar 6 with forward.type = json. */
const traccar = {
  position: {
    id: 0,
    attributes: { batteryLevel: 81, distance: 12.4, motion: true },
    deviceId: 7,
    protocol: 'teltonika',
    serverTime: '2026-03-02T07:59:31.411+00:00',
    deviceTime: '2026-03-02T07:59:29.000+00:00',
    fixTime: '2026-03-02T07:59:28.000+00:00',
    outdated: false,
    valid: true,
    latitude: 47.1411,
    longitude: 9.5215,
    altitude: 455,
    speed: 10,
    course: 271,
    address: null,
    accuracy: 0,
    network: null,
    geofenceIds: null,
  },
  device: {
    id: 7,
    attributes: {},
    groupId: 0,
    calendarId: 0,
    name: 'Van 7',
    uniqueId: '352093081234567',
    status: 'online',
    lastUpdate: '2026-03-02T07:59:31.411+00:00',
    positionId: 0,
    phone: null,
    disabled: false,
  },
}

describe('forms and query strings', () => {
  test('as Traccar fills them in, with milliseconds, knots and a name', () => {
    const sent = 'id=352093081234567&name=Van+7&lat=47.1411&lon=9.5215&timestamp=1772438368000&knots=10&bearing=271.0'
    expect(form(`${sent}&accuracy=5.0&valid=true`)).toEqual([
      {
        deviceId: '352093081234567',
        name: 'Van 7',
        position: {
          lat: 47.1411,
          lng: 9.5215,
          recorded_at: '2026-03-02T07:59:28.000Z',
          orientation: 271,
          speed: 5.14,
          accuracy: 5,
        },
      },
    ])
  })

  test('in seconds, in ISO 8601, or without a moment, which is now', () => {
    const moments = ['&timestamp=1772438368', '&timestamp=2026-03-02T08:59:28%2B01:00', ''].map(
      (moment) => form(`deviceid=a&lat=47&lon=9${moment}`)[0]!.position.recorded_at,
    )
    expect(moments).toEqual(['2026-03-02T07:59:28.000Z', '2026-03-02T07:59:28.000Z', now.toISOString()])
  })

  test('without a fix are nothing; what cannot be read is refused by its name', () => {
    expect(form('id=a&lat=0&lon=0')).toEqual([])
    expect(form('id=a&lat=47&lon=9&valid=false')).toEqual([])
    expect(refusal(() => form('lat=47&lon=9'))).toContain('id: must name the device')
    expect(refusal(() => form('id=a&lon=9'))).toContain('lat: must be a number from -90 to 90')
    expect(refusal(() => form('id=a&lat=47&lon=181'))).toContain('lon: must be a number from -180 to 180')
    expect(refusal(() => form('id=a&lat=47&lon=9&timestamp=yesterday'))).toContain('timestamp: must be a moment')
  })
})

describe('JSON', () => {
  test('of Traccar: the number of the device, the moment of the fix, knots, and no accuracy where it is 0', () => {
    const position = { lat: 47.1411, lng: 9.5215, recorded_at: '2026-03-02T07:59:28.000Z', orientation: 271 }
    expect(json(traccar)).toEqual([
      { deviceId: '352093081234567', name: 'Van 7', position: { ...position, speed: 5.14 } },
    ])
    expect(json({ ...traccar, position: { ...traccar.position, valid: false } })).toEqual([])
    expect(refusal(() => json({ position: traccar.position }))).toContain('device: must be a JSON object')
  })

  test('of OwnTracks: by its topic, or by the headers of its HTTP mode; what is no location is nothing', () => {
    const location = { _type: 'location', lat: 47.14, lon: 9.52, tst: 1772438368, acc: 12, vel: 36, cog: 90, tid: 'v7' }
    const position = { lat: 47.14, lng: 9.52, recorded_at: '2026-03-02T07:59:28.000Z' }
    const whole = { ...position, orientation: 90, speed: 10, accuracy: 12 }
    expect(json({ ...location, topic: 'owntracks/fleet/van7' })).toEqual([{ deviceId: 'fleet/van7', position: whole }])
    expect(json(location, { 'x-limit-u': 'fleet', 'x-limit-d': 'van7' })[0]!.deviceId).toBe('fleet/van7')
    expect(json(location)[0]!.deviceId).toBe('v7')
    expect(json({ _type: 'lwt', tst: 1772438368 })).toEqual([])
    expect(isOwnTracks(location)).toBe(true)
    expect(isOwnTracks(traccar)).toBe(false)
  })

  test('of the Traccar Client: metres a second, and -1 for what it does not know', () => {
    const coords = { latitude: 47.14, longitude: 9.52, accuracy: 8, speed: 10, heading: -1, altitude: 455 }
    const location = { timestamp: '2026-03-02T07:59:28.000Z', coords, is_moving: true, event: 'motionchange' }
    const position = { lat: 47.14, lng: 9.52, recorded_at: '2026-03-02T07:59:28.000Z', speed: 10, accuracy: 8 }
    expect(json({ location, device_id: '77' })).toEqual([{ deviceId: '77', position }])
  })

  test('of one’s own: one position, a list of them, up to 500', () => {
    const one = { id: 'a', lat: 47, lon: 9, timestamp: '2026-03-02T07:59:28Z' }
    expect(json(one)).toHaveLength(1)
    expect(json([one, { ...one, id: 'b' }]).map(({ deviceId }) => deviceId)).toEqual(['a', 'b'])
    expect(json({ positions: [one] })).toHaveLength(1)
    expect(refusal(() => json({ positions: [one, { ...one, lat: 91 }] }))).toContain('positions[1].lat')
    expect(refusal(() => json(Array.from({ length: 501 }, () => one)))).toContain('at most 500 positions')
    expect(refusal(() => json('text'))).toContain('body: must be a JSON object')
  })
})

describe('GPX', () => {
  const file = (points: string) =>
    `<?xml version="1.0"?><gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><metadata><time>2026-03-02T05:00:00Z</time></metadata>
     <wpt lat="1" lon="1"><time>2026-03-02T06:00:00Z</time></wpt><trk><name>Van</name><trkseg>${points}</trkseg></trk></gpx>`
  const point = (time: string, lat = 47) => `<trkpt lat="${lat}" lon="9.5"><ele>450</ele><time>${time}</time></trkpt>`

  test('the points of its tracks in order of time, five seconds apart; those without a time are left out', () => {
    const points = [
      point('2026-03-02T07:00:10Z', 47.1),
      point('2026-03-02T07:00:00.500Z'),
      point('2026-03-02T07:00:02Z', 47.2),
      '<trkpt lat="47.3" lon="9.5"/>',
    ]
    expect(readGpx(file(points.join('')))).toEqual([
      { lat: 47, lng: 9.5, recorded_at: '2026-03-02T07:00:00.500Z' },
      { lat: 47.1, lng: 9.5, recorded_at: '2026-03-02T07:00:10.000Z' },
    ])
  })

  test('what is no GPX, has no times, or grows while it is read is refused', () => {
    expect(refusal(() => readGpx('hello'))).toContain('gpx: is no XML that can be read')
    expect(refusal(() => readGpx('<kml></kml>'))).toContain('must be a GPX file')
    expect(refusal(() => readGpx(file('<trkpt lat="47" lon="9"/>')))).toContain(
      'no track point with a place and a time',
    )
    const grown = `<!DOCTYPE gpx [<!ENTITY a "aaaaaaaaaa">]>${file(point('&a;')).replace(/^<\?xml[^>]*>/, '')}`
    expect(refusal(() => readGpx(grown))).toContain('gpx: is no XML that can be read')
  })
})
