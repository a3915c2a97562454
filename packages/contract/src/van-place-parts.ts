// The words for a place in the van: free of schemas, so that a phone need not load what builds them.

/** The choices of each part, in the order in which they are offered and said. */
export const vanPlaceParts = {
  depth: ['front', 'middle', 'back'],
  side: ['left', 'right'],
  level: ['floor', 'shelf'],
} as const
