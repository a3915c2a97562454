// The component kit in our colours: its variables point at the tokens, so that light and dark change in one place.
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

const blue: MantineColorsTuple = [
  '#eaf1fe',
  '#d3e1fb',
  '#a6c2f6',
  '#76a1f1',
  '#4f85ec',
  '#3773e8',
  '#1f5fd6',
  '#1a51b8',
  '#1546a1',
  '#0d3a89',
]

/** Greys of the dark scheme, in our blue-grey instead of the kit's own. */
const dark: MantineColorsTuple = [
  '#edf1f7',
  '#c6d0de',
  '#a7b2c3',
  '#5d6d84',
  '#3b4a5e',
  '#2b3747',
  '#202a37',
  '#171e28',
  '#11171f',
  '#0b1017',
]

export const theme = createTheme({
  primaryColor: 'blue',
  // White is read on it in both schemes; a lighter one in the dark leaves 3.6 to 1.
  primaryShade: 6,
  colors: { blue, dark },
  fontFamily: 'var(--rw-font)',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  headings: { fontFamily: 'var(--rw-font)', fontWeight: '650' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  autoContrast: true,
  luminanceThreshold: 0.36,
  fontSizes: { xs: '0.75rem', sm: '0.84rem', md: '0.94rem', lg: '1.06rem', xl: '1.25rem' },
  components: {
    Button: { defaultProps: { size: 'sm' } },
    TextInput: { defaultProps: { size: 'sm' } },
    Select: { defaultProps: { size: 'sm' } },
    NumberInput: { defaultProps: { size: 'sm' } },
    Textarea: { defaultProps: { size: 'sm' } },
    Modal: {
      defaultProps: { centered: true, overlayProps: { backgroundOpacity: 0.45 }, transitionProps: { duration: 120 } },
      styles: { title: { fontWeight: 650 } },
    },
    Tooltip: { defaultProps: { openDelay: 350, withArrow: true, fz: 'xs' } },
    // The kit's placeholder for the first focus is no item of a menu: the first item has the focus instead.
    Menu: { defaultProps: { shadow: 'md', withinPortal: true, withInitialFocusPlaceholder: false } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 'lg' } },
    Notification: { styles: { description: { color: 'var(--rw-text)' } } },
  },
})

const tokens = {
  '--mantine-color-body': 'var(--rw-surface)',
  '--mantine-color-text': 'var(--rw-text)',
  '--mantine-color-dimmed': 'var(--rw-text-dim)',
  '--mantine-color-default': 'var(--rw-surface)',
  '--mantine-color-default-color': 'var(--rw-text)',
  '--mantine-color-default-hover': 'var(--rw-surface-2)',
  '--mantine-color-default-border': 'var(--rw-line-strong)',
  '--mantine-color-placeholder': 'var(--rw-text-dim)',
  '--mantine-color-anchor': 'var(--rw-accent)',
  '--mantine-color-error': 'var(--rw-failed)',
}

/** Words on tinted badges: the kit's own are too pale on white to be read by everybody. */
const tintedInLight = {
  '--mantine-color-blue-light-color': '#1546a1',
  '--mantine-color-gray-light-color': '#3d4654',
  '--mantine-color-green-light-color': '#1b6030',
  '--mantine-color-orange-light-color': '#8f3a00',
  '--mantine-color-red-light-color': '#a3201b',
}

/** In the dark the kit's grounds are nearly black under white words: a danger must not look like anything else. */
const tintedInDark = Object.fromEntries(
  Object.entries({ blue: 'accent', green: 'done', orange: 'late', red: 'failed' }).flatMap(([color, token]) => [
    [`--mantine-color-${color}-light`, `var(--rw-${token}-soft)`],
    [`--mantine-color-${color}-light-hover`, `color-mix(in srgb, var(--rw-${token}) 12%, var(--rw-${token}-soft))`],
    [`--mantine-color-${color}-light-color`, `var(--rw-${token})`],
  ]),
)

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: { ...tokens, ...tintedInLight },
  dark: { ...tokens, ...tintedInDark },
})
