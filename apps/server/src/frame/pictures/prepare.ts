// Makes of an upload the pictures that are kept: decoded once, away from the main thread, and written anew in two sizes.
import { ResizeFilterType, ResizeFit, Transformer } from '@napi-rs/image'
import { createLimit } from '../platform/limit.ts'
import { type ImageType, InvalidImage, inspectImage } from './inspect.ts'

export interface PreparedPicture {
  contentType: ImageType
  /** At most `largeSide` pixels on its longer side, upright, without the camera's metadata. */
  large: Buffer
  /** The same for lists and papers, at most `smallSide`. */
  small: Buffer
}

export interface Pictures {
  /** Throws InvalidImage when the bytes are no picture that can be shown, or one that is too large. */
  prepare(bytes: Buffer): Promise<PreparedPicture>
}

/** Pixels; more than a screen shows, enough to read a label. */
export const largeSide = 2_048
export const smallSide = 640
/** Quality of JPEG and WebP, 0 to 100. */
const quality = 85

/** One picture after the other: at 25 million pixels one takes a tenth of a gigabyte, many at once would take them all. */
export function createPictures(): Pictures {
  const inTurn = createLimit(1)
  return { prepare: (bytes) => inTurn(() => prepare(bytes)) }
}

async function prepare(bytes: Buffer): Promise<PreparedPicture> {
  const { contentType, width, height } = inspectImage(bytes)
  try {
    // Keeps only the pixels, without metadata on place, device, and earlier previews.
    const upright = new Transformer(bytes).rotate()
    const large = await encode(fit(upright, width, height, largeSide), contentType)
    const small = Math.max(width, height) <= smallSide ? large : await shrink(large, contentType)
    return { contentType, large, small }
  } catch {
    throw new InvalidImage('the picture cannot be read')
  }
}

async function shrink(large: Buffer, contentType: ImageType): Promise<Buffer> {
  const picture = new Transformer(large)
  const { width, height } = await picture.metadata()
  return await encode(fit(picture, width, height, smallSide), contentType)
}

function fit(picture: Transformer, width: number, height: number, side: number): Transformer {
  if (Math.max(width, height) <= side) return picture
  return picture.resize({ width: side, height: side, fit: ResizeFit.Inside, filter: ResizeFilterType.CatmullRom })
}

function encode(picture: Transformer, contentType: ImageType): Promise<Buffer> {
  if (contentType === 'image/png') return picture.png()
  return contentType === 'image/webp' ? picture.webp(quality) : picture.jpeg(quality)
}
