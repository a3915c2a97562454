// Further looks of the map (satellite pictures, say), as the setting MAP_STYLES lists them.
import type { MapLook } from '@routewright/contract'

/** A look, and the servers that it may take its parts from. */
export interface ConfiguredLook extends MapLook {
  origins: string[]
}

const most = 10
const longestName = 40
const longestText = 300
const usualZoom = 19
const known = new Set(['name', 'tiles', 'style', 'attribution', 'max_zoom', 'tile_size', 'hosts'])

/** Reads the JSON of the setting. Throws Error, naming the entry, the field and the limit; addresses may hold keys and are not repeated. */
export function readMapLooks(text: string): ConfiguredLook[] {
  let list: unknown
  try {
    list = JSON.parse(text)
  } catch {
    throw new Error('must be JSON: a list of {"name", "tiles" or "style", "attribution"}')
  }
  if (!Array.isArray(list) || list.length > most) throw new Error(`must be a list of at most ${most} looks`)
  const styles = list.map((entry, index) => readStyle(entry, `[${index}]`))
  const names = styles.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice) throw new Error(`the name ${twice} stands twice`)
  return styles
}

function readStyle(entry: unknown, place: string): ConfiguredLook {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) throw new Error(`${place} must be an object`)
  const given = entry as Record<string, unknown>
  const strange = Object.keys(given).find((field) => !known.has(field))
  if (strange) throw new Error(`${place}.${strange} is no field of a look`)
  const name = readText(given.name, `${place}.name`, longestName)
  const attribution = readText(given.attribution, `${place}.attribution`, longestText)
  if ((given.tiles === undefined) === (given.style === undefined)) {
    throw new Error(`${place} needs either tiles or style`)
  }
  const hosts = readHosts(given.hosts ?? [], `${place}.hosts`)
  if (given.style !== undefined) {
    const style = readAddress(given.style, `${place}.style`)
    return { name, attribution, style, origins: listOrigins(style, hosts) }
  }
  const tiles = readTemplate(given.tiles, `${place}.tiles`)
  const max_zoom = readNumber(given.max_zoom ?? usualZoom, `${place}.max_zoom`, 1, 24)
  const tile_size = readNumber(given.tile_size ?? 256, `${place}.tile_size`, 128, 1_024)
  return { name, attribution, tiles, max_zoom, tile_size, origins: listOrigins(tiles, hosts) }
}

function listOrigins(address: string, hosts: readonly string[]): string[] {
  return [...new Set([new URL(address).origin, ...hosts])]
}

function readText(value: unknown, place: string, longest: number): string {
  const text = typeof value === 'string' ? value.trim() : ''
  if (text === '' || text.length > longest) throw new Error(`${place} must be a text of 1 to ${longest} characters`)
  return text
}

function readNumber(value: unknown, place: string, min: number, max: number): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max) {
    throw new Error(`${place} must be a whole number ${min}..${max}`)
  }
  return value
}

function readAddress(value: unknown, place: string): string {
  const isAddress = typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
  if (!isAddress) throw new Error(`${place} must be an address that begins with http:// or https://`)
  return value as string
}

function readTemplate(value: unknown, place: string): string {
  const address = readAddress(value, place)
  const missing = ['{z}', '{x}', '{y}'].find((part) => !address.includes(part))
  if (missing) throw new Error(`${place} lacks ${missing}`)
  const strange = /\{(?![zxy]\}|ratio\})[^}]*\}/.exec(address)
  if (strange) throw new Error(`${place} may hold {z}, {x}, {y} and {ratio}, not ${strange[0]}: name one server`)
  return address
}

function readHosts(value: unknown, place: string): string[] {
  if (!Array.isArray(value) || value.length > most)
    throw new Error(`${place} must be a list of at most ${most} addresses`)
  return value.map((entry, index) => new URL(readAddress(entry, `${place}[${index}]`)).origin)
}
