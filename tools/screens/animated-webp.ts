// Puts still WebP pictures into one that moves: the container of https://developers.google.com/speed/webp/docs/riff_container.

export interface Frame {
  /** A still WebP without transparency, of the part of the picture that changes. */
  webp: Buffer
  /** Where that part lies, pixels; both even. */
  left: number
  top: number
  width: number
  height: number
  milliseconds: number
}

/** The whole file; it begins anew when it has ended. Throws for a picture with transparency. */
export function animatedWebp(width: number, height: number, frames: readonly Frame[]): Buffer {
  const hasAnimation = 0x02
  const head = Buffer.concat([Buffer.from([hasAnimation, 0, 0, 0]), three(width - 1), three(height - 1)])
  const white = Buffer.from([255, 255, 255, 255])
  const forever = Buffer.from([0, 0])
  const parts = [chunk('VP8X', head), chunk('ANIM', Buffer.concat([white, forever])), ...frames.map(frameChunk)]
  const body = Buffer.concat([Buffer.from('WEBP'), ...parts])
  return Buffer.concat([Buffer.from('RIFF'), four(body.length), body])
}

function frameChunk({ webp, left, top, width, height, milliseconds }: Frame): Buffer {
  const overwrite = 0x02
  const place = [left / 2, top / 2, width - 1, height - 1, milliseconds].map(three)
  return chunk('ANMF', Buffer.concat([...place, Buffer.from([overwrite]), getImage(webp)]))
}

/** The chunk with the pixels, its head included. */
function getImage(webp: Buffer): Buffer {
  for (let at = 12; at < webp.length; ) {
    const size = webp.readUInt32LE(at + 4)
    const end = at + 8 + size + (size % 2)
    if (webp.toString('latin1', at, at + 4) === 'VP8 ') return webp.subarray(at, end)
    at = end
  }
  throw new Error('A still picture is not a lossy WebP without transparency.')
}

function chunk(name: string, payload: Buffer): Buffer {
  const padding = Buffer.alloc(payload.length % 2)
  return Buffer.concat([Buffer.from(name), four(payload.length), payload, padding])
}

function three(value: number): Buffer {
  return four(value).subarray(0, 3)
}

function four(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
