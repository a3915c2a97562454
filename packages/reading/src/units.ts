// Units of weight, volume and time, as words in ten languages: in the heading of a column, or after a number.
import { fold } from './fold.ts'

export type Quantity = 'weight' | 'volume' | 'duration'

/** Factors to kilograms, cubic metres and seconds. */
const WORDS: Readonly<Record<Quantity, readonly (readonly [words: string, factor: number])[]>> = {
  weight: [
    [
      'kg|kgs|kilo|kilos|kilogram|kilograms|kilogramm|kilogrammes|kilogrammes|kilogramos|quilos|quilogramas|chili|kilogramm|netto|brutto|gross|net',
      1,
    ],
    ['g|gr|gms|gram|grams|gramm|gramme|grammes|gramos|gramas|grammi|grammen|gramow', 0.001],
    ['mg', 0.000_001],
    ['t|to|ton|tons|tonne|tonnes|tonnen|tonelada|toneladas|tonnellate', 1_000],
    ['lb|lbs|pound|pounds|libras|livres', 0.453_592_37],
    ['oz|ounce|ounces|onzas|onces|unzen', 0.028_349_523_125],
  ],
  volume: [
    ['m3|cbm|kubikmeter|cubic metres|cubic meters|m', 1],
    ['l|lt|ltr|liter|litre|litres|liters|litros|litri', 0.001],
    ['hl', 0.1],
    ['ml', 0.000_001],
    ['dm3', 0.001],
    ['cm3|ccm', 0.000_001],
    ['ft3|cuft|cu ft|cubic feet', 0.028_316_847],
    ['in3|cu in|cubic inches', 0.000_016_387_064],
  ],
  duration: [
    ['h|hr|hrs|hour|hours|hora|horas|heure|heures|std|stunde|stunden|ora|ore|uur|uren|godz|hod|saat', 3_600],
    ['m|min|mins|mn|minute|minutes|minuto|minutos|minuten|minuti|minuut|minut|minuty|dakika|dk', 60],
    [
      's|sec|secs|second|seconds|seg|segs|segundo|segundos|sek|sekunde|sekunden|seconde|secondes|secondi|seconden|sekund|saniye|sn',
      1,
    ],
  ],
}

function getFactors(quantity: Quantity): ReadonlyMap<string, number> {
  return new Map(WORDS[quantity].flatMap(([words, factor]) => words.split('|').map((word) => [word, factor] as const)))
}

const FACTORS: Readonly<Record<Quantity, ReadonlyMap<string, number>>> = {
  weight: getFactors('weight'),
  volume: getFactors('volume'),
  duration: getFactors('duration'),
}

/** Factor of a unit after a number; undefined for a word that is no such unit. */
export function findFactor(quantity: Quantity, unit: string): number | undefined {
  return FACTORS[quantity].get(fold(unit.replace(/\u00b3/g, '3')))
}

/** Factor of the unit in a heading: `Weight (g)`, `weight_g`, `Gewicht in t`, `Gewicht [kg]`; undefined without one. */
export function findHeadingFactor(quantity: Quantity, heading: string): number | undefined {
  const inBrackets = /[([{]\s*([^)\]}]+?)\s*[)\]}]/.exec(heading)?.[1]
  if (inBrackets !== undefined) return findFactor(quantity, inBrackets.replace(/^(?:in|en|em)\s+/i, ''))
  const words = fold(heading.replace(/([a-z])([A-Z])/g, '$1 $2')).split(' ')
  // A single letter is a unit after "in", or after the quantity.
  return words.length < 2 ? undefined : findFactor(quantity, words.at(-1)!)
}
