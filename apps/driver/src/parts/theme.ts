// Light or dark: what the driver chose, else what the phone shows.
import { useEffect, useSyncExternalStore } from 'react'
import { useSettings } from '../store/settings.ts'

const dark = matchMedia('(prefers-color-scheme: dark)')

function watch(listener: () => void): () => void {
  dark.addEventListener('change', listener)
  return () => dark.removeEventListener('change', listener)
}

export function useTheme(): 'light' | 'dark' {
  const { theme } = useSettings()
  const isDark = useSyncExternalStore(watch, () => dark.matches)
  return theme === 'auto' ? (isDark ? 'dark' : 'light') : theme
}

/** Sets the colours of the page. */
export function useShownTheme(): void {
  const theme = useTheme()
  useEffect(() => {
    document.documentElement.dataset.theme = theme
  }, [theme])
}
