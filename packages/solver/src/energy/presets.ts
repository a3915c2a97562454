/** Usual figures of electric vans, and what cold and heat make of them. */

/**
 * Watt-hours by kilometre of a small to middle van without load. A 3.5-tonne van took 219 on a run of 475 km over hills and motorways
 * in October (eSprinter, witnessed by TÜV Süd, 2022); smaller ones take less.
 */
export const usualWhPerKm = 200

/**
 * Watt-hours more by kilometre for 100 kg of load. At Millbrook Proving Ground a full load took 11 % off the range of a middle van and
 * 14 % off that of a large one (Arval UK, "Electric Vehicles Revealed"): 25 to 40 more by kilometre for a load of a tonne or so. A test of
 * the same firm on faster roads (2016, one van) found nearly twice the use with a full load.
 */
export const usualWhPerKmOf100Kg = 3

/** Share of the capacity that stays in the battery. */
export const usualReserveShare = 0.15

/** Between these, in degrees Celsius, heating and cooling take nothing off the range that a maker states. */
const mildFrom = 10
const mildTo = 30
/** Of the range, lost by each degree beyond. */
const lossPerDegree = 0.0184
/** No less of the range is counted on than at 25 degrees beyond: nothing was measured there. */
const mostDegrees = 25

/**
 * By how much more is used at a temperature than on a mild day: 1 from 10 to 30 °C, 1.23 at 0 °C, 1.85 at -15 °C. The range is taken to
 * fall in a straight line to 54 % at -15 °C, and as fast above 30 °C (Geotab, "To what degree does temperature impact EV range?", 2020:
 * 5.2 million trips of 4,200 cars; the line has 82 % at 0 °C, where others found a fifth less).
 */
export function useFactorAt(celsius: number): number {
  const degrees = Math.max(0, mildFrom - celsius, celsius - mildTo)
  return 1 / (1 - lossPerDegree * Math.min(mostDegrees, degrees))
}
