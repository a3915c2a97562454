// PostgreSQL folds names as the pages do, or a search would miss what it shows.
import { foldText, foldWords } from '@routewright/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useTestServer } from '../../test/harness.ts'
import { halvesOfWords } from './search-words.ts'

const server = useTestServer()

const texts = [
  'Café Wölfle',
  'Cafe\u0301',
  'Müller MUELLER Straße STRASSE ẞ',
  'Ｆｕｌｌ　Ｗｉｄｔｈ ﬁlter',
  'Łódź Ærø Þórr Đakovo',
  'Οδός ΟΔΟΣ',
  'Диёр ДИЁР їжак',
  'ร้านอาหารไทย',
  'नमस्ते दुनिया',
  '한국',
  '東京都 ﾄｳｷｮｳ',
  'مَدرسة שלום',
  'a-b_c (d) “e” · 1/2; x\ty',
]

test('texts are folded and cut into words as the contract does', async () => {
  const { db } = server.services.database
  const { rows } = await sql<{ folded: string; words: string[] }>`
    select fold_text(text) as folded, tsvector_to_array(search_words(text, null)) as words
    from unnest(${texts}::text[]) with ordinality as given(text, place) order by place`.execute(db)
  expect(rows.map(({ folded }) => folded)).toEqual(texts.map(foldText))
  for (const [index, { words }] of rows.entries()) {
    expect(words).toEqual(expect.arrayContaining(foldWords(texts[index]!)))
  }
})

test('a slip leaves one of the halves that are looked up', () => {
  expect(halvesOfWords(['ann', 'kind', 'kindel'])).toBe("'ann':* & 'ki':* & ('kin':* | '<le':*)")
})
