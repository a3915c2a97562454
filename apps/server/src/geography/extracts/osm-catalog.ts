// Which address a region's name means: the index of extracts that Geofabrik (or a mirror of it) publishes.
import { ExtractError } from './extract-error.ts'

interface Region {
  id: string
  name: string
  parent: string | undefined
  url: string
}

/** The address of an extract: an address stays, `europe/liechtenstein` is a path, `liechtenstein` is looked up. */
export async function findExtractUrl(nameOrUrl: string, mirror: string): Promise<string> {
  if (/^https?:\/\//i.test(nameOrUrl)) return nameOrUrl
  if (nameOrUrl.includes('/')) return `${mirror}/${nameOrUrl.replace(/^\/+/, '')}-latest.osm.pbf`
  const regions = await listRegions(mirror)
  const asked = nameOrUrl.trim().toLowerCase()
  const lastPart = (region: Region) => region.id.split('/').at(-1)!.toLowerCase()
  const exact = regions.filter(
    (region) => region.id.toLowerCase() === asked || lastPart(region) === asked || region.name.toLowerCase() === asked,
  )
  if (exact.length === 1) return exact[0]!.url
  const similar = exact.length > 0 ? exact : regions.filter((region) => region.name.toLowerCase().includes(asked))
  if (similar.length === 0)
    throw new ExtractError('unknown', `No region is called "${nameOrUrl}" in the index of ${mirror}.`)
  const list = similar
    .slice(0, 10)
    .map((region) => `  ${region.url}   ${region.name}${region.parent ? `, ${region.parent}` : ''}`)
  throw new ExtractError(
    'unknown',
    `"${nameOrUrl}" is not the name of one region. Name an address instead:\n${list.join('\n')}`,
  )
}

async function listRegions(mirror: string): Promise<Region[]> {
  const url = `${mirror}/index-v1-nogeom.json`
  let index: unknown
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(60_000) })
    if (!response.ok) throw new Error(`it answered ${response.status}`)
    index = await response.json()
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string } }
    throw new ExtractError('unreachable', `The index of regions at ${url} cannot be read: ${cause?.code ?? message}`)
  }
  const features = (index as { features?: { properties?: Record<string, unknown> }[] }).features
  if (!Array.isArray(features)) throw new ExtractError('unreachable', `${url} is no index of regions.`)
  return features.flatMap(({ properties }) => {
    const { id, name, parent, urls } = properties ?? {}
    const pbf = (urls as { pbf?: unknown } | undefined)?.pbf
    if (typeof id !== 'string' || typeof name !== 'string' || typeof pbf !== 'string') return []
    return [{ id, name, parent: typeof parent === 'string' ? parent : undefined, url: pbf }]
  })
}
