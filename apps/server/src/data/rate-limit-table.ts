// The tables of rolling windows of calls: the latest calls of a bucket, and pieces of those before.
import { beginning, table, text, wholeNumber, wholeNumbers } from './table.ts'

export const rateLimitTable = table('rate_limits', {
  private: {
    bucket: text,
    total: beginning(0, wholeNumber),
    hits: wholeNumbers,
    /** Up to so many calls in all, none can be one too many under `free_limit`. */
    free_until: beginning(0, wholeNumber),
    free_limit: beginning(0, wholeNumber),
  },
})

export const rateLimitPieceTable = table('rate_limit_pieces', {
  private: {
    bucket: text,
    number: wholeNumber,
    hits: wholeNumbers,
  },
})
