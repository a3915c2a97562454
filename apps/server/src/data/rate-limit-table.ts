// The tables of rolling windows of calls: the latest calls of a bucket, and pieces of those before.
import { beginning, table, text, wholeNumber, wholeNumbers } from './table.ts'

export const rateLimitTable = table('rate_limits', {
  private: {
    bucket: text,
    total: beginning(0, wholeNumber),
    hits: wholeNumbers,
  },
})

export const rateLimitPieceTable = table('rate_limit_pieces', {
  private: {
    bucket: text,
    number: wholeNumber,
    hits: wholeNumbers,
  },
})
