import { describe, expect, it } from 'vitest'
import { findText, packTexts, Texts } from './texts.ts'

describe('texts in bytes', () => {
  it('gives each back, whatever letters it has', () => {
    const texts = ['', 'Landstraße 1', '東京', 'Łódź', '😀', 'x'.repeat(100_000)]
    const packed = new Texts(packTexts(texts))
    expect(packed.length).toBe(texts.length)
    expect(texts.map((_, at) => packed.at(at))).toEqual(texts)
  })

  it('finds a text among sorted ones, and none that is not there', () => {
    const sorted = ['', '1000', '1000a', '9490', 'Ä', 'ä', '東', '😀'].sort((a, b) => (a < b ? -1 : 1))
    const packed = new Texts(packTexts(sorted))
    expect(sorted.map((text) => findText(packed, text))).toEqual(sorted.map((_, at) => at))
    for (const missing of ['0', '1000b', '94900', 'z', '東京']) expect(findText(packed, missing)).toBe(-1)
    expect(findText(new Texts(packTexts([])), '9490')).toBe(-1)
  })
})
