// Pictures as they are sent inside JSON.

const pattern = /^data:[\w.+/-]*;base64,([A-Za-z0-9+/]+={0,2})$/

/** The bytes of a base64 data URL, whatever kind it claims; undefined for any other text. */
export function bytesOfDataUrl(text: string): Buffer | undefined {
  const encoded = pattern.exec(text)?.[1]
  return encoded === undefined ? undefined : Buffer.from(encoded, 'base64')
}
