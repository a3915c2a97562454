// docs/limits.md contains the limits that the specification names.
import { expect, test } from 'vitest'
import { limitsPage } from './limits-page.ts'

const page = limitsPage()

test.each([
  ['a rating is from 1 to 5', /^\| SurveyInput \| 1 to 5 \| `rating`/m],
  ['a reason for canceling has up to 200 characters', /^\| ReportInput \| at most 200 characters \| `cancel_reason`/m],
  [
    'a page has 20 records when nothing else is asked, and up to 1,000',
    /^\| listPlans \| 1 to 1,000, default 20 \| `limit`/m,
  ],
  ['a driver sends up to 500 positions at once', /^\| \w+ \| 1 to 500 entries \| `positions`/m],
])('%s', (_, row) => {
  expect(page).toMatch(row)
})
