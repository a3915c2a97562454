// Words around times of day, in ten languages: lower case, without accents and points.
export type Joint = 'to' | 'until' | 'from' | 'between' | 'and' | 'part' | 'any' | 'nothing' | 'after_or_in'

export const JOINTS: Readonly<Record<Joint, string>> = {
  to: '-|–|—|−|‐|‑|―|~|→|->|>|a|as|to|alle|tot',
  until:
    'until|till|til|bis|hasta|ate|by|before|vor|antes de|antes das|antes das|avant|spatestens|spatestens bis|jusque|jusqu a|no later than|latest|entro|entro le|fino a|fino alle|prima delle|voor|uiterlijk|do|przed|kadar|max',
  from: 'from|ab|von|desde|desde las|desde as|de|das|des|after|nach|fruhestens|apres|apos|apos as|despues de|despues de las|depois de|depois das|since|seit|a partir de|a partir das|a partir de las|not before|earliest|dal|dalle|dopo|dopo le|a partire dalle|van|vanaf|od|po|min',
  between: 'between|zwischen|entre|tra|tra le|fra le|tussen|miedzy|mezi',
  and: 'and|und|u.|y|e|et|&|+|en|i|ile',
  part: ',|;|/|\n|resp|bzw|or|oder|o|ou|oppure|of|lub|nebo|veya',
  any: 'anytime|any time|any|all day|egal|ganztags|ganztagig|jederzeit|den ganzen tag|cualquier hora|todo el dia|toute la journee|qualquer hora|o dia todo|dia inteiro|flexible|flexibel|tutto il giorno|hele dag|caly dzien|cely den|tum gun|open|24h|24 h',
  nothing:
    'uhr|the|in the|am|im laufe des|por la|las|la|le|l|los|pela|de la|da|horas|heures|clock|o clock|ore|uur|godz|hod|saat|arasi|h|hrs|kl',
  // After a time in Dutch, before a part of the day in Portuguese.
  after_or_in: 'na',
}

/** Parts of a day, as hours. */
export const PARTS: readonly (readonly [words: string, from: number, to: number])[] = [
  [
    'morning|mornings|vormittag|vormittags|vorm|vm|fruh|morgens|manana|mananas|matin|matinee|manha|manhas|mattina|mattino|ochtend|voormiddag|rano|dopoledne|sabah',
    8,
    12,
  ],
  ['lunch|mittag|mittags|mediodia|midi|meio dia|mezzogiorno|ogle', 11, 14],
  ['noon|midday', 11, 14],
  [
    'afternoon|afternoons|nachmittag|nachmittags|nachm|nm|tarde|tardes|apres midi|pomeriggio|middag|namiddag|popoludnie|popoludniu|odpoledne|ogleden sonra',
    12,
    18,
  ],
  ['evening|evenings|abend|abends|noche|soir|soiree|noite|sera|avond|wieczor|wieczorem|vecer|aksam', 18, 22],
]

/** Named times, as hours; at the end of a range, or after a word for a beginning or end. */
export const NAMED_TIMES: Readonly<Record<string, number>> = {
  noon: 12,
  midday: 12,
  mittag: 12,
  mittags: 12,
  mediodia: 12,
  midi: 12,
  'meio dia': 12,
  mezzogiorno: 12,
  midnight: 24,
  mitternacht: 24,
  medianoche: 24,
  minuit: 24,
  'meia noite': 24,
  mezzanotte: 24,
  middernacht: 24,
}
