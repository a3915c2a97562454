// Reads codes from camera frames with our own copy of the reader; nothing is fetched from elsewhere.
import type { ReadInputBarcodeFormat } from 'zxing-wasm/reader'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'

const formats: ReadInputBarcodeFormat[] = [
  'EAN13',
  'EAN8',
  'UPCA',
  'UPCE',
  'Code128',
  'Code39',
  'ITF',
  'QRCode',
  'DataMatrix',
  'PDF417',
  'Aztec',
]

/** Loaded with the first frame: the first screen of the app does without it. */
let reader: ReturnType<typeof loadReader> | undefined

async function loadReader() {
  const { prepareZXingModule, readBarcodes } = await import('zxing-wasm/reader')
  prepareZXingModule({ overrides: { locateFile: () => wasmUrl } })
  return readBarcodes
}

/** Returns the texts of the codes in the frame. Rejects where the reader cannot be loaded; the next frame tries again. */
export async function decodeFrame(frame: ImageData): Promise<string[]> {
  reader ??= loadReader()
  const readBarcodes = await reader.catch((error) => {
    reader = undefined
    throw error
  })
  const found = await readBarcodes(frame, { formats, tryHarder: true, maxNumberOfSymbols: 4 })
  return found.filter(({ isValid, text }) => isValid && text !== '').map(({ text }) => text)
}
