// Colours of routes: twelve that are distinguishable for colour-blind eyes and on both backgrounds, assigned in turn.

/** Light enough for dark backgrounds, dark enough for light ones; neighbours in the list differ in lightness as well as in hue. */
const palette = [
  '#2f6fde',
  '#c2570c',
  '#0b8a6a',
  '#a83a9c',
  '#7a6a00',
  '#c42b4b',
  '#0b7fa5',
  '#7b4bd0',
  '#4e7d12',
  '#b0417a',
  '#8a5a2b',
  '#5b6b8c',
] as const

/** The route's own colour, or the one for its index among the routes. */
export function routeColor(route: { color?: string | undefined; order?: number }, index = route.order ?? 0): string {
  if (route.color !== undefined && /^#[0-9a-f]{6}$/i.test(route.color)) return route.color
  if (route.color !== undefined && /^#[0-9a-f]{3}$/i.test(route.color)) return route.color.replace(/[0-9a-f]/gi, '$&$&')
  return palette[((index % palette.length) + palette.length) % palette.length]!
}

/** Black or white, whichever is easier to read on the colour: one of them always has a contrast of 4.5 or more. */
export function textOn(color: string): '#ffffff' | '#000000' {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  // At this luminance both are equally good: (1.05 / (l + 0.05) = (l + 0.05) / 0.05).
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.179 ? '#000000' : '#ffffff'
}
