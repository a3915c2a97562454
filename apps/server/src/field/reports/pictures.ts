// The pictures of reports: checked, stored under unguessable names, served permanently.
import { limits } from '@routewright/contract'
import { getOrganization } from '../../accounts/organizations/organizations.ts'
import { requireReach } from '../../accounts/projects/projects.ts'
import type { ImageRow, ReportRow } from '../../data/report-tables.ts'
import {
  fillImage,
  findImageByClientId,
  findImageOfAnyone,
  findReportOfAnyone,
  insertImages,
  listImages,
  listReports,
  type PictureOwner,
} from '../../data/reports.sql.ts'
import type { FileReference } from '../../data/values.ts'
import { filesOfPicture, smallKey } from '../../frame/files/picture-files.ts'
import type { Storage } from '../../frame/files/storage.ts'
import { bytesOfDataUrl } from '../../frame/pictures/data-url.ts'
import { InvalidImage } from '../../frame/pictures/inspect.ts'
import type { PreparedPicture } from '../../frame/pictures/prepare.ts'
import { apiError, notFound } from '../../frame/platform/api-error.ts'
import { computeChecksum } from '../../frame/platform/checksum.ts'
import { createId, createSecret } from '../../frame/platform/ids.ts'
import { isSameSecret } from '../../frame/platform/password.ts'
import type { Scope, Tx } from '../../frame/platform/scope.ts'
import { type Services, systemScope } from '../../frame/platform/services.ts'
import { useUp } from '../../planning/ports.ts'

const tokenCharacters = 24
const extensions: Record<string, string> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' }

/** A stored picture without a row yet. */
export interface StoredPicture {
  id: string
  storage_key: string
  content_type: string
  bytes: number
  sha256: string
  access_token: string
  /** The device's id of the picture, which identifies repeated uploads. */
  client_id: string | null
}

/**
 * Checks the bytes and stores both sizes. Throws highway.report.error.{image_too_large,invalid_image}. Must not run inside a
 * transaction.
 */
export async function storePicture(
  { storage, pictures }: Pick<Services, 'storage' | 'pictures'>,
  bytes: Buffer,
  place: string,
  now: Date,
): Promise<StoredPicture> {
  if (bytes.length > limits.bodyBytes.image) {
    throw apiError('highway.report.error.image_too_large', { limit: limits.bodyBytes.image })
  }
  const { contentType, large, small } = await pictures.prepare(bytes).catch((error) => refuse(error, place))
  const id = createId(now)
  const storageKey = `reports/${id.slice(0, 5)}/${id}.${extensions[contentType]}`
  await storage.putFile(smallKey(storageKey), small)
  await storage.putFile(storageKey, large)
  return {
    id,
    storage_key: storageKey,
    content_type: contentType,
    bytes: large.length,
    sha256: computeChecksum(large),
    access_token: createSecret('', tokenCharacters),
    client_id: null,
  }
}

function refuse(error: Error, place: string): PreparedPicture {
  if (!(error instanceof InvalidImage)) throw error
  throw apiError('highway.report.error.invalid_image', { place, reason: error.message })
}

/** Returns the bytes of a stored picture; undefined while it is still on the phone. */
export async function readPicture(
  storage: Storage,
  { storage_key }: Pick<ImageRow, 'storage_key'>,
  size: 'large' | 'small',
): Promise<Buffer | undefined> {
  if (!storage_key) return undefined
  const small = size === 'small' ? await storage.findFile(smallKey(storage_key)) : undefined
  // Pictures of earlier versions have one size.
  return small ?? (await storage.findFile(storage_key))
}

/** Deletes a stored picture that got no row. */
export async function discardPicture(
  storage: Storage,
  { storage_key }: Pick<StoredPicture, 'storage_key'>,
): Promise<void> {
  for (const key of filesOfPicture(storage_key)) await storage.deleteFile(key)
}

/** Inserts rows for stored pictures. */
export async function keepPictures(
  scope: Scope,
  owner: PictureOwner,
  pictures: readonly StoredPicture[],
): Promise<void> {
  const bytes = pictures.reduce((sum, picture) => sum + picture.bytes, 0)
  // No limit refuses a driver's evidence. It is stored, so later measurements count it.
  if (bytes > 0 && scope.actor.type !== 'driver') await useUp(scope, 'storage_bytes', bytes)
  const created_at = scope.now
  await insertImages(
    scope,
    pictures.map((picture) => ({ ...picture, ...owner, created_at })),
  )
}

/**
 * Stores one uploaded picture. If a report or message awaits a picture with this device id, its row is filled; if it was uploaded
 * before, nothing is stored and `isRepeated` is true.
 */
export async function keepUpload(
  scope: Scope,
  owner: PictureOwner,
  picture: StoredPicture,
): Promise<{ reference: FileReference; isRepeated: boolean }> {
  await keepPictures(scope, owner, [picture])
  if (picture.client_id === null) return { reference: pictureReference(picture), isRepeated: false }
  const row = (await findImageByClientId(scope, owner, picture.client_id))!
  if (row.id === picture.id) return { reference: pictureReference(row), isRepeated: false }
  const isFilled = await fillImage(scope, row.id, picture)
  return { reference: pictureReference(row), isRepeated: !isFilled }
}

/** Returns a reference to a picture by its device id: the uploaded one, or a placeholder for its bytes. */
export async function awaitPicture(scope: Scope, owner: PictureOwner, clientId: string): Promise<AwaitedPicture> {
  const access_token = createSecret('', tokenCharacters)
  const placeholder = { id: createId(scope.now), access_token, client_id: clientId, created_at: scope.now }
  await insertImages(scope, [{ ...placeholder, ...owner }])
  const row = (await findImageByClientId(scope, owner, clientId))!
  return { reference: pictureReference(row), isHere: row.storage_key !== null }
}

export interface AwaitedPicture {
  reference: FileReference
  /** True when its bytes are here already. */
  isHere: boolean
}

/** Returns the reference as stored in reports: its URL is a path of this service. */
export function pictureReference({ id, access_token }: Pick<ImageRow, 'id' | 'access_token'>): FileReference {
  return { id, url: `/i/${id}/${access_token}` }
}

/** Returns the bytes of a data URL. Throws highway.report.error.invalid_image for any other text. */
export function readDataUrl(text: string, place: string): Buffer {
  const bytes = bytesOfDataUrl(text)
  if (bytes) return bytes
  const reason = 'must be the id of an uploaded picture, {"id": …}, or a base64 data URL'
  throw apiError('highway.report.error.invalid_image', { place, reason })
}

/** Returns the picture of a URL, or undefined when its token is wrong. */
export async function findPicture(tx: Tx, id: string, accessToken: string): Promise<ImageRow | undefined> {
  const row = await findImageOfAnyone(tx, id)
  return row && isSameSecret(accessToken, row.access_token) ? row : undefined
}

/** Returns a picture that the caller may see. */
export async function findShownPicture(scope: Scope, id: string): Promise<ImageRow | undefined> {
  return (await listImages(scope, [id]))[0]
}

/** Returns a picture of a report that the caller can access. Throws 404 and 403. */
export async function getPictureOfReport(scope: Scope, reportId: string, imageId: string): Promise<ImageRow> {
  const [report] = await listReports(scope, [reportId])
  if (!report) throw notFound('report', reportId)
  requireReach(scope, report.project_id)
  return await pictureAmong(scope, report, imageId)
}

/** The same without a key, for organizations that serve clients of the original service; undefined for others. */
export async function findPublicPictureOfReport(
  services: Services,
  reportId: string,
  imageId: string,
): Promise<ImageRow | undefined> {
  return await services.database.transaction(async (tx) => {
    const report = await findReportOfAnyone(tx, reportId)
    if (!report) return undefined
    const scope = systemScope(services, tx, report.organization_id, services.clock.now())
    const { serves_older_clients } = await getOrganization(scope)
    return serves_older_clients ? await pictureAmong(scope, report, imageId) : undefined
  })
}

async function pictureAmong(scope: Scope, { images, signature }: ReportRow, imageId: string): Promise<ImageRow> {
  const isOfReport = [...images, signature].some((picture) => picture?.id === imageId)
  const [row] = isOfReport ? await listImages(scope, [imageId]) : []
  if (!row) throw notFound('picture', imageId)
  return row
}
