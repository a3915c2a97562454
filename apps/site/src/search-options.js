// How the search reads pages and questions; the same when the index is made and when it is asked.

/** For MiniSearch: headings weigh more than words, the beginning of a word and one slip are enough. */
export const searchOptions = {
  fields: ['heading', 'page', 'text'],
  storeFields: ['page', 'heading', 'about'],
  searchOptions: {
    boost: { heading: 4, page: 2 },
    combineWith: 'AND',
    prefix: true,
    // Why something was built so is asked less often than how it is used.
    boostDocument: (/** @type {string} */ id) => (id.startsWith('decisions/') ? 0.3 : 1),
    fuzzy: (/** @type {string} */ term) => (term.length > 4 ? 0.2 : false),
  },
}
