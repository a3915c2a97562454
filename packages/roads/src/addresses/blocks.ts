// Japanese addresses: a house is numbered within a block (banchi), a block within a numbered part of a quarter (chome). All three are
// written as one number, such as 1-9-1.

const JAPANESE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|\b(?:chome|banchi)\b/iu
const DIGITS = '〇一二三四五六七八九'
/** Area names by their last character, where a new word begins: prefecture, city, ward, district, town, village. */
const AREA_END = /(?<=\p{Script=Han}[都道府県市区郡町村])(?=[\p{Script=Han}\p{Script=Katakana}])/gu

/** Joins chome, block and house into one number and separates names by blanks; leaves other texts unchanged. */
export function joinBlocks(text: string): string {
  if (!JAPANESE.test(text)) return text
  return text
    .normalize('NFKC')
    .replace(/[一二三四五六七八九十〇]+(?=丁目|番|号)/gu, (number) => String(readKanji(number)))
    .replace(/(\d+)[\s-]*(?:丁目|chome\b)[\s,-]*(?=\d)/giu, '$1-')
    .replace(/(\d+)\s*(?:番地の?|番|banchi\b)[\s,-]*(?:の\s*)?(?=\d)/giu, '$1-')
    .replace(/(\d+)[\s-]*(?:丁目|番地|番|号|chome\b|banchi\b|go\b)/giu, '$1')
    .replace(AREA_END, ' ')
    .replace(/(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])(?=\d)|(?<=\d)(?=\p{Script=Han})/gu, ' ')
}

/** Chome number in a name (`1丁目`, `丸の内一丁目`, `1-chome`), and the name without it. */
export function splitChome(name: string): { name: string; chome: string } {
  const found = /^(.*?)[\s-]*([一二三四五六七八九十〇]+|\d+)[\s-]*(?:丁目|chome)$/iu.exec(name.normalize('NFKC'))
  if (!found) return { name, chome: '' }
  const number = found[2]!
  return { name: found[1]!, chome: /\d/.test(number) ? number : String(readKanji(number)) }
}

/** Value of a kanji number up to 99, the range of chome numbers. */
function readKanji(text: string): number {
  const [tens, ones] = text.includes('十') ? text.split('十') : ['', text]
  const digit = (letter: string | undefined) => Math.max(0, DIGITS.indexOf(letter ?? ''))
  const ten = text.includes('十') ? (tens === '' ? 1 : digit(tens)) : 0
  return ten * 10 + (ones === '' ? 0 : digit(ones))
}
