/** Draws a solution as an SVG picture: routes in colours, depots as squares, stops left out as crosses. */

import type { Problem } from '../problem.ts'
import type { Solution } from '../solution.ts'
import type { WideProblem } from '../wide-problem.ts'

type DrawnProblem = Pick<Problem | WideProblem, 'stops' | 'vehicles'>

export interface MapPoint {
  readonly x: number
  readonly y: number
}

const pictureWidth = 1000
const margin = 20

/** The picture as SVG text; `points` holds coordinates by location index, y growing upwards. */
export function drawSvg(problem: DrawnProblem, solution: Solution, points: readonly MapPoint[], title: string): string {
  const place = createPlacement(points)
  const parts: string[] = []
  const used = solution.routes.filter((route) => route.stops.length > 0)
  used.forEach((route, index) => {
    const path = route.steps.flatMap((step) => (step.location === null ? [] : [place.locate(step.location)]))
    const colour = pickColour(index)
    parts.push(
      `<polyline points="${path.join(' ')}" fill="none" stroke="${colour}" stroke-width="1.5" stroke-linejoin="round"><title>vehicle ${route.vehicle}: ${route.stops.length} stops</title></polyline>`,
    )
    for (const stop of route.stops) {
      const [x, y] = place.locate(problem.stops[stop]!.location!).split(',')
      parts.push(`<circle cx="${x}" cy="${y}" r="2.5" fill="${colour}"/>`)
    }
  })
  for (const { stop } of solution.unassigned) {
    const { location } = problem.stops[stop]!
    if (location === null) continue
    const [x, y] = place.locate(location).split(',').map(Number) as [number, number]
    parts.push(`<path d="M${x - 3},${y - 3}l6,6m0,-6l-6,6" stroke="#000" stroke-width="1.5"/>`)
  }
  for (const location of listDepots(problem)) {
    const [x, y] = place.locate(location).split(',').map(Number) as [number, number]
    parts.push(`<rect x="${x - 5}" y="${y - 5}" width="10" height="10" fill="#000"/>`)
  }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${pictureWidth} ${place.height + 24}" font-family="sans-serif" font-size="14">`,
    '<rect width="100%" height="100%" fill="#fff"/>',
    `<text x="${margin}" y="18">${escapeText(title)}</text>`,
    `<g transform="translate(0 24)">`,
    ...parts,
    '</g>',
    '</svg>',
    '',
  ].join('\n')
}

function listDepots(problem: DrawnProblem): Set<number> {
  const depots = new Set<number>()
  for (const { startLocation, endLocation } of problem.vehicles) {
    if (startLocation !== null) depots.add(startLocation)
    if (endLocation !== null) depots.add(endLocation)
  }
  return depots
}

/** Fits all points into the picture's width with one scale for both axes. */
function createPlacement(points: readonly MapPoint[]): { height: number; locate: (location: number) => string } {
  let [left, right, bottom, top] = [
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ]
  for (const point of points) {
    if (point === undefined) continue
    left = Math.min(left, point.x)
    right = Math.max(right, point.x)
    bottom = Math.min(bottom, point.y)
    top = Math.max(top, point.y)
  }
  const extent = Math.max(right - left, top - bottom, 1e-9)
  const scale = (pictureWidth - 2 * margin) / extent
  return {
    height: Math.ceil((top - bottom) * scale) + 2 * margin,
    locate(location) {
      const point = points[location] ?? { x: left, y: bottom }
      return `${((point.x - left) * scale + margin).toFixed(1)},${((top - point.y) * scale + margin).toFixed(1)}`
    },
  }
}

/** Neighbouring numbers get hues far apart (golden angle), in three brightnesses. */
function pickColour(index: number): string {
  return `hsl(${Math.round((index * 137.508) % 360)} 70% ${[38, 50, 30][index % 3]}%)`
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
