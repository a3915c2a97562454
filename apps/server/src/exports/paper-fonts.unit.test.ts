// Names in all scripts have letters on paper, not boxes.
import { describe, expect, test } from 'vitest'
import { fontRuns, outlinesOf } from './paper-fonts.ts'

describe('names of the world', () => {
  test.each([
    ['Zoë Łódź Ágnes Ştefan', 'noto-sans-latin'],
    ['Юлия Кузнецова', 'noto-sans-cyrillic'],
    ['Ελένη Κούκη', 'noto-sans-greek'],
    ['محمد', 'noto-sans-arabic'],
    ['王小明 臺北市 田中さくら カタカナ', 'noto-sans-sc'],
    ['김철수 서울특별시 한국', 'noto-sans-kr'],
  ])('%s', (name, family) => {
    const runs = fontRuns(name.replaceAll(' ', ''), 400)
    expect(runs.map(({ text }) => text).join('')).toBe(name.replaceAll(' ', ''))
    expect(runs.filter(({ font }) => !font.includes(family))).toEqual([])
  })

  test('characters that are drawn have outlines of their own, none the box of what is missing', () => {
    const missing = outlinesOf({ ...fontRuns('王', 400)[0]!, text: '\u0378' })[0]!.path
    expect(missing).not.toBe('')
    const drawn = fontRuns('王小明臺北市田中さくらカ김철수서울특별시한국', 700)
    const paths = drawn.flatMap((run) => outlinesOf(run)).map(({ path }) => path)
    expect(new Set(paths).size).toBe(22)
    expect(paths).not.toContain(missing)
    expect(paths.filter((path) => path.length < 40 || path.includes('NaN'))).toEqual([])
  })
})
