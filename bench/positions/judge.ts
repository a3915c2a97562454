// The service's own reading of positions, as the bench asks for it.

import { straightTrack } from '../../apps/server/src/geography/travel/straight-lines.ts'
import { placeOfVan, readTrack } from '../../apps/server/src/planning/modelling/fixes/track.ts'
import { noticeVisits } from '../../apps/server/src/planning/modelling/fixes/visits.ts'
import type { SentFix } from './receivers.ts'
import type { Judge } from './score.ts'

const asFix = ({ lat, lng, recorded_at, accuracy, speed }: SentFix) => ({
  lat,
  lng,
  at: Date.parse(recorded_at),
  accuracy: accuracy ?? null,
  speed: speed ?? null,
})

export const judge: Judge = {
  meters(graph, fixes) {
    const { line } = readTrack(fixes.map(asFix))
    const positions = line.map(({ lat, lng, at, accuracy }) => {
      const position = { lat, lng, atSeconds: at / 1_000 }
      return accuracy === null ? position : { ...position, accuracyMeters: accuracy }
    })
    const legs = graph ? graph.match(positions) : straightTrack(positions)
    return legs.reduce((sum, { meters }) => sum + meters, 0)
  },
  place: (fixes) => placeOfVan(fixes.map(asFix)),
  visits: (fixes, stops) => {
    const open = stops.map((stop) => ({ ...stop, until: Number.POSITIVE_INFINITY }))
    return noticeVisits(readTrack(fixes.map(asFix)), open)
  },
}
