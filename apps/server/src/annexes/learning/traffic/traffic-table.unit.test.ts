// Weeks of traffic as tables: what is read, what is refused with its line, and that a table comes back as it went.
import { HOURS_OF_WEEK, TYPICAL_WEEK, type WeekTraffic } from '@routewright/roads'
import { describe, expect, test } from 'vitest'
import { readTrafficTable, writeTrafficTable } from './traffic-table.ts'

const listMistakes = (text: string) => readTrafficTable(text).mistakes

describe('a table of traffic', () => {
  test('sets the hours of its lines, later ones over earlier ones, and leaves all others plain', () => {
    const { week, mistakes } = readTrafficTable(
      'roads,days,from,to,factor\nall,mon-fri,7:00,9:00,1.5\nmain,wed,08:00,9,2\n# a remark, and an empty line\n\n',
    )
    expect(mistakes).toEqual([])
    expect(week.main.slice(6, 10)).toEqual([1, 1.5, 1.5, 1])
    expect(week.main.slice(48 + 6, 48 + 10)).toEqual([1, 1.5, 2, 1])
    expect(week.other[48 + 8]).toBe(1.5)
    expect(week.motorway.slice(120).every((factor) => factor === 1)).toBe(true)
  })

  test('takes what spreadsheets make: semicolons, decimal commas, other line ends, quotes, a mark at the beginning', () => {
    const { week, mistakes } = readTrafficTable('\uFEFFRoads;Days;From;To;Factor\r\n"main";sat;0:00;24:00;1,25\r\n')
    expect(mistakes).toEqual([])
    expect(week.main.slice(119, 145)).toEqual([1, ...Array(24).fill(1.25), 1])
  })

  test('takes hours of the week, and speeds in percent of the plain ones', () => {
    const { week, mistakes } = readTrafficTable('hour_of_week\troads\tspeed\n8\tmotorway\t50\n167\tall\t125\n')
    expect(mistakes).toEqual([])
    expect(week.motorway[8]).toBe(2)
    expect(week.main[8]).toBe(1)
    expect(week.other[167]).toBe(0.8)
  })

  test.for([
    ['', 'line 1: the table is empty'],
    ['roads,days,from,to,factor\n', 'line 2: no hour stands below the header'],
    [
      'roads,days,from,to,color\n',
      'line 1: there is no column "color"; columns are roads, days, from, to, hour_of_week, factor, speed',
    ],
    ['days,from,to,factor\n', 'line 1: the column roads is missing'],
    ['roads,roads,days,from,to,factor\n', 'line 1: the column roads stands twice'],
    ['roads,days,from,to,factor,speed\n', 'line 1: there must be one of the columns factor and speed'],
    [
      'roads,days,from,hour_of_week,factor\n',
      'line 1: there must be either the columns days, from and to, or the column hour_of_week',
    ],
  ] as const)('%j: %s', ([text, mistake]) => {
    expect(listMistakes(text)).toEqual([mistake])
  })

  test('names every line that is wrong, with what is allowed', () => {
    const lines = [
      'lanes,mon,7,9,1.2',
      'main,mon-fry,7,9,1.2',
      'main,fri-mon,7,9,1.2',
      'main,mon,7:30,9,1.2',
      'main,mon,9,7,1.2',
      'main,mon,7,25,1.2',
      'main,mon,7,9,12',
      'main,mon,7,9,',
      'main,mon,7,9,1.2,3',
      'main,mon,7,9,1.2',
    ]
    const mistakes = listMistakes(`roads,days,from,to,factor\n${lines.join('\n')}\n`)
    expect(mistakes.map((mistake) => Number(mistake.split(/[ :]/)[1]))).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(mistakes[0]).toBe('line 2: roads must be motorway, main, other or all, it is "lanes"')
    expect(mistakes[6]).toBe('line 8: factor must be a number from 0.3 to 5, it is "12"')
  })

  test('comes back as it went: the typical week, a plain one, and any other', () => {
    const any = (seed: number) => Array.from({ length: HOURS_OF_WEEK }, (_, hour) => 0.5 + ((hour * seed) % 7) / 4)
    const plain = Array<number>(HOURS_OF_WEEK).fill(1)
    const weeks: WeekTraffic[] = [
      TYPICAL_WEEK,
      { motorway: plain, main: plain, other: plain },
      { motorway: any(3), main: any(5), other: any(24) },
    ]
    for (const week of weeks) expect(readTrafficTable(writeTrafficTable(week))).toEqual({ week, mistakes: [] })
  })
})
