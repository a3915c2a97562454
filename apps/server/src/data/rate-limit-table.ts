// The table of rolling windows of calls.
import { table, text, wholeNumbers } from './table.ts'

export const rateLimitTable = table('rate_limits', {
  private: {
    bucket: text,
    hits: wholeNumbers,
  },
})
