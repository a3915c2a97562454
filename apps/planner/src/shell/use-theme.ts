// Light or dark, as it is drawn.
import { useComputedColorScheme } from '@mantine/core'

/** Known from the first drawing on: a dark map must not begin with a light ground. */
export function useTheme(): 'light' | 'dark' {
  return useComputedColorScheme('light', { getInitialValueInEffect: false })
}
