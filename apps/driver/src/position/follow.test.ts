// A phone that tells no position is asked for one, and the driver is told when that does not help.
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'

vi.mock('../store/database.ts', () => ({ database: { positions: { add: async () => {} } } }))

// Files share a process: another one may have loaded it with the phone's own database, and the next one shall not get this one's.
vi.resetModules()
afterAll(() => void vi.resetModules())
const { followPositions } = await import('./positions.ts')
const fix = { coords: { latitude: 47.14, longitude: 9.52, accuracy: 10, speed: null, heading: null }, timestamp: 0 }

interface Phone {
  asked: number
  watches: number
  tell: (position: typeof fix) => void
  refuse: (error: { code: number }) => void
}

let phone: Phone
let troubles: (string | undefined)[]

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
  phone = { asked: 0, watches: 1, tell: () => {}, refuse: () => {} }
  troubles = []
  const geolocation = {
    watchPosition(tell: Phone['tell'], refuse: Phone['refuse']) {
      Object.assign(phone, { tell, refuse })
      return 7
    },
    getCurrentPosition: () => {
      phone.asked += 1
    },
    clearWatch: (watch: number) => {
      phone.watches -= Number(watch === 7)
    },
  }
  vi.stubGlobal('navigator', { geolocation })
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const follow = () => followPositions('route', (trouble) => troubles.push(trouble))

test('a minute without a position it is asked, and after three the driver is told', () => {
  const end = follow()
  vi.advanceTimersByTime(60_000)
  expect(phone.asked).toBe(0)
  vi.advanceTimersByTime(15_000)
  expect(phone.asked).toBe(1)
  vi.advanceTimersByTime(105_000)
  expect(troubles).toEqual([])
  vi.advanceTimersByTime(15_000)
  expect(troubles).toEqual(['silent'])
  phone.tell(fix)
  expect(troubles).toEqual(['silent', undefined])
  end()
})

test('while positions come nobody is asked', () => {
  const end = follow()
  for (let minute = 0; minute < 10; minute++) {
    vi.advanceTimersByTime(45_000)
    phone.tell(fix)
  }
  expect(phone.asked).toBe(0)
  end()
})

test('a refusal is told at once, another error only after three minutes', () => {
  const end = follow()
  phone.refuse({ code: 2 })
  expect(troubles).toEqual([])
  phone.refuse({ code: 1 })
  expect(troubles).toEqual(['denied'])
  end()
})

test('the end takes back both the watch and the asking', () => {
  follow()()
  vi.advanceTimersByTime(600_000)
  expect(phone).toMatchObject({ watches: 0, asked: 0 })
  expect(troubles).toEqual([])
})

test('a phone without positions says so', () => {
  vi.stubGlobal('navigator', {})
  follow()()
  expect(troubles).toEqual(['unavailable'])
})
