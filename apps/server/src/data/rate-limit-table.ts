// The tables of rate limits, as rolling windows: the latest calls of a bucket, and summaries of earlier ones.
import { beginning, table, text, wholeNumber, wholeNumbers } from './table.ts'

export const rateLimitTable = table('rate_limits', {
  private: {
    bucket: text,
    total: beginning(0, wholeNumber),
    hits: wholeNumbers,
    /** Up to this total number of calls, none can exceed `free_limit`. */
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
