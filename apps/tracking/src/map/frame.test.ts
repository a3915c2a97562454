// The still picture around van and door: both in sight, as near as can be, and no jumping about.
import { mapPicture } from '@routewright/contract/map-picture'
import { expect, test } from 'vitest'
import { type Frame, frameFor, offsetIn } from './frame.ts'

const phone = { width: 356, height: 240 }
const door = { lat: 47.1462, lng: 9.5168 }
const vanAt = (metersNorth: number) => ({ lat: door.lat + metersNorth / 111_195, lng: door.lng })

function expectInSight(frame: Frame, ...places: { lat: number; lng: number }[]) {
  for (const place of places) {
    const { x, y } = offsetIn(frame, place)
    expect(Math.abs(x), `${x} of ${phone.width}`).toBeLessThan(phone.width / 2 - 18)
    expect(Math.abs(y), `${y} of ${phone.height}`).toBeLessThan(phone.height / 2 - 18)
  }
}

test.each([0, 40, 300, 900, 2_500, 12_000, 90_000])('van and door are in sight, %i m apart', (meters) => {
  const van = vanAt(meters)
  const frame = frameFor([van, door], phone)
  expectInSight(frame, van, door)
  const isAsNearAsCanBe = frame.zoom === mapPicture.maxZoom || offsetIn(frame, door).y - offsetIn(frame, van).y > 70
  expect(isAsNearAsCanBe).toBe(true)
})

test('further apart than any picture reaches: the widest one', () => {
  expect(frameFor([{ lat: 60, lng: -100 }, door], phone).zoom).toBe(mapPicture.minZoom)
})

test('the window never shows beyond the picture', () => {
  const widest = { width: 542, height: 240 }
  expect(mapPicture.width).toBeGreaterThanOrEqual(widest.width + mapPicture.cellPixels)
  expect(mapPicture.height).toBeGreaterThanOrEqual(widest.height + mapPicture.cellPixels)
})

test('a van that comes nearer step by step changes the picture now and then, not with every step', () => {
  let frame: Frame | undefined
  const seen = new Set<string>()
  for (let meters = 3_000; meters >= 0; meters -= 25) {
    const van = vanAt(meters)
    frame = frameFor([van, door], phone, frame)
    expectInSight(frame, van, door)
    seen.add(JSON.stringify(frame))
  }
  expect(seen.size).toBeGreaterThan(2)
  expect(seen.size).toBeLessThan(8)
})

test('north is up and east is right', () => {
  const frame = frameFor([door], phone)
  const middle = offsetIn(frame, door)
  expect(offsetIn(frame, { lat: door.lat + 0.001, lng: door.lng }).y).toBeLessThan(middle.y)
  expect(offsetIn(frame, { lat: door.lat, lng: door.lng + 0.001 }).x).toBeGreaterThan(middle.x)
})
