// Text encodings that users can choose for a file or a source of files.

/** Most common ones first. */
export const encodings = [
  ...(['utf-8', 'windows-1252', 'windows-1250', 'windows-1254', 'windows-1251', 'cp850', 'macintosh'] as const),
  ...(['iso-8859-2', 'shift_jis', 'utf-16le', 'utf-16be'] as const),
] as const
export type Encoding = (typeof encodings)[number]
