// Words for a place in the van, without schemas, so that a phone need not load TypeBox.

/** Choices of each part, in the order in which they are offered and written. */
export const vanPlaceParts = {
  depth: ['front', 'middle', 'back'],
  side: ['left', 'right'],
  level: ['floor', 'shelf'],
} as const
