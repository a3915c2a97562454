// Names in all scripts have letters on paper, not boxes.
import { readFileSync } from 'node:fs'
import { create } from 'fontkit'
import { describe, expect, test } from 'vitest'
import { createRandom } from '../../../test/random.ts'
import { computeReach, fontRuns, getFeatures, listOutlines } from './paper-fonts.ts'

describe('names of the world', () => {
  test.each([
    ['Zoë Łódź Ágnes Ştefan', 'noto-sans-latin'],
    ['Юлия Кузнецова', 'noto-sans-cyrillic'],
    ['Ελένη Κούκη', 'noto-sans-greek'],
    ['محمد', 'noto-sans-arabic'],
    ['ร้านอาหารไทย น้ำ', 'noto-sans-thai'],
    ['ক্ষুদ্র কৃষ্ণ স্ত্রী।', 'noto-sans-bengali'],
    ['கோயம்புத்தூர் ஸ்ரீ', 'noto-sans-tamil'],
    ['რუსთაველის', 'noto-sans-georgian'],
    ['Աբովյան', 'noto-sans-armenian'],
    ['שלום רחוב הרצל ב׳', 'noto-sans-hebrew'],
    ['नमस्ते क्षत्रिय', 'noto-sans-devanagari'],
    ['ស្រី', 'noto-sans-khmer'],
    ['👩‍👩‍👧🎂🇨🇭1️⃣❤️', 'noto-emoji'],
    ['王小明 臺北市 田中さくら カタカナ', 'noto-sans-sc'],
    ['김철수 서울특별시 한국', 'noto-sans-kr'],
  ])('%s', (name, family) => {
    const runs = fontRuns(name.replaceAll(' ', ''), 400)
    expect(runs.map(({ text }) => text).join('')).toBe(name.replaceAll(' ', ''))
    expect(runs.filter(({ font }) => !font.includes(family))).toEqual([])
  })

  test('characters that are drawn have outlines of their own, none the box of what is missing', () => {
    const missing = listOutlines({ ...fontRuns('王', 400)[0]!, text: '\u0378' })[0]!.path
    expect(missing).not.toBe('')
    const drawn = fontRuns('王小明臺北市田中さくらカ김철수서울특별시한국', 700)
    const paths = drawn.flatMap((run) => listOutlines(run)).map(({ path }) => path)
    expect(new Set(paths).size).toBe(22)
    expect(paths).not.toContain(missing)
    expect(paths.filter((path) => path.length < 40 || path.includes('NaN'))).toEqual([])
  })
})

test('marks and joiners stay with their letter, whatever font has them too', () => {
  expect(fontRuns('می\u200cخواهم', 400)).toHaveLength(1)
  expect(fontRuns('ചി\u200dല്ല', 400)).toHaveLength(1)
  expect(fontRuns('e\u0301a', 400)[0]).toMatchObject({ text: 'e\u0301' })
})

test('letters of tall scripts say how far they reach', () => {
  const [latin, khmer] = ['Ag', 'ខ្មែរ'].map((text) => computeReach(fontRuns(text, 400)[0]!))
  expect(khmer!.above + khmer!.below).toBeGreaterThan(latin!.above + latin!.below)
})

/** First and last code point. */
const BLOCKS: Record<string, [number, number]> = {
  Arabic: [0x600, 0x6ff],
  Gurmukhi: [0xa00, 0xa7f],
  Malayalam: [0xd00, 0xd7f],
  Khmer: [0x1780, 0x17ff],
  Thai: [0xe00, 0xe7f],
  Bengali: [0x980, 0x9fe],
}

test.each(Object.entries(BLOCKS))(
  'whatever marks stand on letters of %s, the font can be asked',
  (_, [first, last]) => {
    const random = createRandom(7)
    const letter = () => String.fromCodePoint(first + Math.floor(random() * (last - first)))
    const words = Array.from({ length: 60 }, () => Array.from({ length: 8 }, letter).join(''))
    const runs = words.flatMap((word) => fontRuns(word.replace(/[^\p{L}\p{M}]/gu, ''), 400))
    expect(runs.length).toBeGreaterThan(50)
    for (const run of runs) {
      const shaped = create(readFileSync(run.font)).layout(run.text, getFeatures(run))
      expect(shaped.glyphs.length).toBeGreaterThan(0)
    }
  },
)
