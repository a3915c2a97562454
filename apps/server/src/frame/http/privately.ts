// Headers of responses that are meant for one person alone.

/** Neither kept by caches nor found by search engines. */
export const privately = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }
