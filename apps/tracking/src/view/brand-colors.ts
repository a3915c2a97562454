// The sender's colour where it can be read: text on it, and the colour itself as text, always with enough contrast.

type Rgb = [number, number, number]

/** WCAG AA for text. */
const contrastNeeded = 4.5

export interface BrandColors {
  /** Background of buttons and marks. */
  brand: string
  /** Text on it. */
  onBrand: string
  /** Colour of text, lines and icons on the page's background. */
  ink: string
}

export function brandColors(color: string, ground: string): BrandColors {
  const onBrand = contrast(color, '#ffffff') >= contrast(color, '#111820') ? '#ffffff' : '#111820'
  return { brand: withContrast(color, onBrand), onBrand, ink: withContrast(color, ground) }
}

/** The colour, moved toward black or white only as far as it must be to stand out from the other. */
export function withContrast(color: string, other: string): string {
  if (contrast(color, other) >= contrastNeeded) return color
  const end: Rgb = luminance(parse(other)) > 0.18 ? [0, 0, 0] : [255, 255, 255]
  for (let share = 0.05; share < 1; share += 0.05) {
    const mixed = format(mix(parse(color), end, share))
    if (contrast(mixed, other) >= contrastNeeded) return mixed
  }
  return format(end)
}

export function contrast(one: string, two: string): number {
  const [a, b] = [luminance(parse(one)), luminance(parse(two))]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  return from.map((value, at) => value + (to[at]! - value) * share) as Rgb
}

function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function parse(color: string): Rgb {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as Rgb
}

function format(color: Rgb): string {
  return `#${color.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`
}
