// The driver's settings on this phone.
import { database } from './database.ts'
import { useLive } from './live.ts'

export interface DriverSettings {
  navigation: 'ask' | 'google' | 'waze' | 'apple'
  theme: 'auto' | 'light' | 'dark'
  /** Photos wait for a Wi-Fi. */
  wifiOnly: boolean
  beep: boolean
  /** Messages and new routes are told while the app is closed. */
  alerts: boolean
}

export const defaultSettings: DriverSettings = {
  navigation: 'ask',
  theme: 'auto',
  wifiOnly: false,
  beep: true,
  alerts: false,
}

/** Reads these keys alone: others in the same table are written with every call. */
export async function readSettings(): Promise<DriverSettings> {
  const kept = await database.settings.bulkGet(Object.keys(defaultSettings))
  return {
    ...defaultSettings,
    ...Object.fromEntries(kept.flatMap((entry) => (entry ? [[entry.key, entry.value]] : []))),
  }
}

export async function keepSetting<Key extends keyof DriverSettings>(key: Key, value: DriverSettings[Key]) {
  await database.settings.put({ key, value })
}

export function useSettings(): DriverSettings {
  return useLive(readSettings, []) ?? defaultSettings
}
