// Reads codes from camera frames with our own copy of the reader; nothing is fetched from elsewhere.
import { prepareZXingModule, type ReadInputBarcodeFormat, readBarcodes } from 'zxing-wasm/reader'
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

let isPrepared = false

/** The texts of the codes in the frame. */
export async function decodeFrame(frame: ImageData): Promise<string[]> {
  if (!isPrepared) {
    isPrepared = true
    prepareZXingModule({ overrides: { locateFile: () => wasmUrl } })
  }
  const found = await readBarcodes(frame, { formats, tryHarder: true, maxNumberOfSymbols: 4 })
  return found.filter(({ isValid, text }) => isValid && text !== '').map(({ text }) => text)
}
