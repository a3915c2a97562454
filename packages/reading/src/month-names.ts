// Month names in ten languages, as tables write them: in full, inflected, or abbreviated.
import { fold } from './fold.ts'

/**
 * One line per month, January first: en, de (also Austrian), es, fr, pt, it, nl, pl (both cases), cs (both cases), tr; then abbreviations
 * that are no beginning.
 */
const NAMES = [
  'january januar janner enero janvier janeiro gennaio januari styczen stycznia leden ledna ocak',
  'february februar feber febrero fevrier fevereiro febbraio februari luty lutego unor unora subat',
  'march marz maerz marzo mars marco maart marzec marca brezen brezna mart mrz mrt',
  'april abril avril aprile kwiecien kwietnia duben dubna nisan',
  'may mai mayo maio maggio mei maj maja kveten kvetna mayis',
  'june juni junio juin junho giugno czerwiec czerwca cerven cervna haziran',
  'july juli julio juillet julho luglio lipiec lipca cervenec cervence temmuz',
  'august agosto aout augustus sierpien sierpnia srpen srpna agustos',
  'september septiembre septembre setembro settembre wrzesien wrzesnia zari eylul setiembre',
  'october oktober octubre octobre outubro ottobre pazdziernik pazdziernika rijen rijna ekim',
  'november noviembre novembre novembro listopad listopada listopadu kasim',
  'december dezember diciembre decembre dezembro dicembre grudzien grudnia prosinec prosince aralik',
].map((names) => names.split(' '))

const MONTHS = buildMonths()

function buildMonths(): ReadonlyMap<string, number> {
  const months = new Map<string, number>()
  const shared = new Set<string>()
  for (const [at, names] of NAMES.entries()) {
    for (const name of names) {
      for (let length = 3; length < name.length; length += 1) {
        const beginning = name.slice(0, length)
        if ((months.get(beginning) ?? at + 1) !== at + 1) shared.add(beginning)
        months.set(beginning, at + 1)
      }
    }
  }
  for (const beginning of shared) months.delete(beginning)
  // A whole name counts, even when a longer one begins with it: cerven is June, cervenec is July.
  for (const [at, names] of NAMES.entries()) for (const name of names) months.set(name, at + 1)
  return months
}

/** 1 to 12 for a name, or for a beginning of at least three letters that only one month has; otherwise undefined. */
export function findMonth(written: string): number | undefined {
  return MONTHS.get(fold(written).replace(/ /g, ''))
}
