// Codes of parcels, and the input of scanners and people for them. Three tests read it: the rule's own, the service's over HTTP and the
// driver application's.
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface ScanCase {
  stored: string
  scanned: string
  isFound: boolean
}

const found: readonly (readonly [stored: string, scanned: string])[] = [
  // GS1-128 with an SSCC: printed, with the mark of the symbol, with FNC1, without anything (odoo 163404, bwip-js 95).
  ['00340434161094042557', '(00)340434161094042557'],
  ['00340434161094042557', '(00) 3 4043416 109404255 7'],
  ['00340434161094042557', ']C100340434161094042557'],
  ['00340434161094042557', '\x1d00340434161094042557'],
  ['340434161094042557', ']C100340434161094042557'],
  ['(00)340434161094042557', '00340434161094042557'],
  ['00340434161094042557', ']d20034043416109404255742012345\x1d'],
  ['00340434161094042557', '(00)340434161094042557(420)12345'],
  ['00340434161094042557', '<FNC1>0034043416109404255740012345'],
  // A Digital Link means the same parcel (openfoodfacts-server 8333).
  ['00340434161094042557', 'https://id.gs1.org/00/340434161094042557'],
  ['00340434161094042557', 'HTTPS://EXAMPLE.COM/SOME/PATH/00/340434161094042557?17=261231#top'],
  ['(01)04901234567894(21)A/1', 'https://example.com/01/04901234567894/21/A%2F1'],
  // Products: the same number with 8, 12, 13 or 14 digits (capacitor-barcode-scanner 31, zxing 1016).
  ['0012345678905', '012345678905'],
  ['012345678905', '0012345678905'],
  ['4901234567894', '49 01234 56789 4'],
  ['4901234567894', '(01)04901234567894'],
  ['4901234567894', ']C10104901234567894'],
  ['4901234567894', ']E04901234567894'],
  ['4901234567894', '0104901234567894172612311012A'],
  ['96385074', '(01)00000096385074'],
  // One item by its serial number; the lot next to it changes nothing (Bark-JS 8: scanners leave separators out).
  ['(01)04901234567894(21)A1', ']d2010490123456789421A1'],
  ['(01)04901234567894(21)A1', ']d201049012345678941012\x1d21A1'],
  ['(01)04901234567894(10)12(21)A1', '(01)04901234567894(21)A1'],
  ['010490123456789421A1', '(01)04901234567894(21)a1'],
  ['(8004)095211415678901', ']C18004095211415678901'],
  // Carriers: blanks as printed, brackets around the data identifier, the postcode before the number (tracking_number_data 5).
  ['JD014600000000000001', 'JD01 4600 0000 0000 0001'],
  ['JD01 4600 0000 0000 0001', 'JD014600000000000001'],
  ['JJD014600000000000001', '(J)JD01 4600 0000 0000 0001'],
  ['JD014600000000000001', '(J) JD01 4600 0000 0000 0001'],
  ['9400111899223197428490', '420900219400111899223197428490'],
  ['9400111899223197428490', ']C142090021\x1d9400111899223197428490'],
  ['9400111899223197428490', '9400 1118 9922 3197 4284 90'],
  // Case and width (campus-mobile 1143).
  ['3SDEVC1234567', '3sdevc1234567'],
  ['3SDEVC1234567', '3S DEVC 123 4567'],
  ['3SDEVC1234567', ']C03SDEVC1234567'],
  ['aB3xY', 'AB3XY'],
  ['A-1000 1/4', 'a-1000 1/4'],
  ['A-1000 1/4', 'A-1000  1/4'],
  ['ÄÖ-12', 'äö-12'],
  ['12345', '１２３４５'],
  // A code with a wrong check digit is treated as text, and matches the same text.
  ['00340434161094042558', '(00)340434161094042558'],
]

const notFound: readonly (readonly [stored: string, scanned: string])[] = [
  ['4901234567894', '4901234567895'],
  ['00340434161094042557', '(00)340434161094042564'],
  // An SSCC is no product, and other keys with the same digits mean other things.
  ['04901234567894', '(02)04901234567894'],
  ['340434161094042557', '(8018)340434161094042557'],
  // Other serial numbers, other lots; a product's number does not identify one of its items.
  ['(01)04901234567894(21)A1', '(01)04901234567894(21)A2'],
  ['(01)04901234567894(21)A1', '(01)04901234567894'],
  ['(01)04901234567894(21)A1', '4901234567894'],
  ['(01)04901234567894(10)A', '(01)04901234567894(10)B'],
  ['(01)04901234567894(21)aB3', '(01)04901234567894(21)Ab3'],
  // Leading zeros are significant.
  ['12345', '0012345'],
  ['0012345', '12345'],
  ['012345678901', '0012345678901'],
  ['12345670', '0000012345670'],
  ['1', '01'],
  // Codes that differ by more than case and blanks.
  ['aB3', 'Ab3'],
  ['A-1000 11/14', 'A-10001 1/14'],
  ['AB-12', 'AB12'],
  ['AB', ''],
  ['12', '1 3'],
  ['(00)', '(01)'],
]

export const scanCases: readonly ScanCase[] = [
  ...found.map(([stored, scanned]) => ({ stored, scanned, isFound: true })),
  ...notFound.map(([stored, scanned]) => ({ stored, scanned, isFound: false })),
]

const repositoryRoot = resolve(fileURLToPath(import.meta.url), '../../../..')
const sharedFolder = process.env.ROUTEWRIGHT_SHARED ?? resolve(repositoryRoot, '../shared')

/** Rows of `inputs/labels/scans.csv`, collected from other projects, outside the repository; empty when the file is missing. */
export function listSharedScans(): ScanCase[] {
  const path = resolve(sharedFolder, 'inputs/labels/scans.csv')
  if (!existsSync(path)) return []
  const [, ...rows] = readFileSync(path, 'utf8').trim().split(/\r?\n/)
  return rows.map((row) => {
    const [stored, scanned, right] = row.slice(1, -1).split('","') as [string, string, string]
    return { stored, scanned: scanned.replaceAll('\\x1d', '\x1d'), isFound: right === 'found' }
  })
}
