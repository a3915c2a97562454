// The pictures of the fake camera: real codes on white labels, one after the other, as uncompressed video.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { prepareZXingModule, type WriteInputBarcodeFormat, writeBarcode } from 'zxing-wasm/writer'

export interface CameraCode {
  format: WriteInputBarcodeFormat
  text: string
}

const WIDTH = 640
const HEIGHT = 480
const FRAMES_PER_SECOND = 5
/** Each code is in view for so long. */
const FRAMES_PER_CODE = 8

const wasmBinary = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm'))
prepareZXingModule({ overrides: { wasmBinary: wasmBinary.buffer as ArrayBuffer } })

/** Writes a Y4M file that shows the codes in turn, again and again. */
export async function writeBarcodeVideo(path: string, codes: readonly CameraCode[]): Promise<void> {
  const parts: Buffer[] = [Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F${FRAMES_PER_SECOND}:1 Ip A1:1 C420jpeg\n`)]
  const grey = Buffer.alloc((WIDTH * HEIGHT) / 2, 128)
  for (const code of codes) {
    const luma = await drawCode(code)
    for (let frame = 0; frame < FRAMES_PER_CODE; frame++) parts.push(Buffer.from('FRAME\n'), luma, grey)
  }
  writeFileSync(path, Buffer.concat(parts))
}

async function drawCode({ format, text }: CameraCode): Promise<Buffer> {
  const { symbol, error } = await writeBarcode(text, { format, scale: 1 })
  if (error) throw new Error(`${format} ${text}: ${error}`)
  const { width, height, data } = symbol
  // Linear codes are one row, or a few, of bars: they are drawn as high as a label has them.
  const isLinear = height * 4 < width
  const scale = Math.max(1, Math.floor(Math.min((WIDTH * 0.8) / width, isLinear ? 8 : (HEIGHT * 0.7) / height)))
  const drawnWidth = width * scale
  const drawnHeight = isLinear && height < 8 ? 160 : height * scale
  const luma = Buffer.alloc(WIDTH * HEIGHT, 235)
  const left = Math.floor((WIDTH - drawnWidth) / 2)
  const top = Math.floor((HEIGHT - drawnHeight) / 2)
  for (let y = 0; y < drawnHeight; y++) {
    const row = Math.min(height - 1, Math.floor((y * height) / drawnHeight))
    for (let x = 0; x < drawnWidth; x++) {
      const isDark = data[row * width + Math.floor(x / scale)]! < 128
      if (isDark) luma[(top + y) * WIDTH + left + x] = 16
    }
  }
  return luma
}
