/** Usual consumption of electric vans, and the effect of cold and heat on it. */

/**
 * Watt-hours per kilometre of a small to medium van without load. A 3.5-tonne van took 219 on a run of 475 km over hills and motorways in
 * October (eSprinter, witnessed by TÜV Süd, 2022); smaller ones take less.
 */
export const usualWhPerKm = 200

/**
 * Extra watt-hours per kilometre for 100 kg of load. At Millbrook Proving Ground a full load took 11 % off the range of a medium van and 14
 * % off that of a large one (Arval UK, "Electric Vehicles Revealed"): 25 to 40 more per kilometre for a load of a tonne or so. A test of
 * the same firm on faster roads (2016, one van) found nearly twice the consumption with a full load.
 */
export const usualWhPerKmOf100Kg = 3

/** Share of the capacity kept in reserve. */
export const usualReserveShare = 0.15

/** Between these temperatures in degrees Celsius, heating and cooling do not reduce the range that a maker states. */
const mildFrom = 10
const mildTo = 30
/** Share of the range lost per degree outside them. */
const lossPerDegree = 0.0184
/** The loss is capped at 25 degrees outside them: nothing was measured beyond. */
const mostDegrees = 25

/**
 * Factor on consumption at a temperature, relative to a mild day: 1 from 10 to 30 °C, 1.23 at 0 °C, 1.85 at -15 °C. The range is assumed to
 * fall linearly to 54 % at -15 °C, and at the same rate above 30 °C (Geotab, "To what degree does temperature impact EV range?", 2020: 5.2
 * million trips of 4,200 cars; the line gives 82 % at 0 °C, where others found a fifth less).
 */
export function useFactorAt(celsius: number): number {
  const degrees = Math.max(0, mildFrom - celsius, celsius - mildTo)
  return 1 / (1 - lossPerDegree * Math.min(mostDegrees, degrees))
}
