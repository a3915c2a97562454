// Makes a photo small enough for a weak connection, about 300 kB, without losing what it is to prove.

/** Aimed at, in bytes. */
const WANTED_BYTES = 300_000
const LONGEST_SIDE = 1_600
const QUALITIES = [0.82, 0.7, 0.58, 0.46] as const

/** A JPEG of the picture, upright, at most `LONGEST_SIDE` pixels. Throws for a file that is no picture. */
export async function compressPhoto(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
  try {
    let scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height))
    for (;;) {
      const canvas = draw(picture, scale)
      for (const quality of QUALITIES) {
        const blob = await toJpeg(canvas, quality)
        if (blob.size <= WANTED_BYTES) return blob
      }
      // Leaves and gravel: fewer pixels then.
      scale *= 0.75
      if (scale * Math.max(picture.width, picture.height) < 600) return await toJpeg(canvas, QUALITIES.at(-1)!)
    }
  } finally {
    picture.close()
  }
}

function draw(picture: ImageBitmap, scale: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  canvas.getContext('2d')!.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas
}

function toJpeg(canvas: HTMLCanvasElement, quality: number): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture cannot be written.'))),
      'image/jpeg',
      quality,
    )
  })
}
