// What the driver chose on this phone.
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

export async function readSettings(): Promise<DriverSettings> {
  const kept = await database.settings.toArray()
  return { ...defaultSettings, ...Object.fromEntries(kept.map(({ key, value }) => [key, value])) }
}

export async function keepSetting<Key extends keyof DriverSettings>(key: Key, value: DriverSettings[Key]) {
  await database.settings.put({ key, value })
}

export function useSettings(): DriverSettings {
  return useLive(readSettings, []) ?? defaultSettings
}
