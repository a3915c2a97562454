// Sends a file for download: streamed where possible, with a name that people will recognize.
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { type CsvStyle, type Table, writeCsv, writeSheet } from '../platform/table-file.ts'

const types = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
  zpl: 'application/zpl',
  zip: 'application/zip',
  jsonl: 'application/x-ndjson',
  geojson: 'application/geo+json',
  gpx: 'application/gpx+xml',
  kml: 'application/vnd.google-earth.kml+xml',
}

/** Sends the table in the wanted form. */
export async function sendTable(
  reply: FastifyReply,
  table: Table,
  format: 'csv' | 'xlsx',
  style: CsvStyle,
): Promise<FastifyReply> {
  // Written before the headers, so that what fails is told as a failure.
  const body = await begunStream<string | Uint8Array>(format === 'xlsx' ? writeSheet(table) : writeCsv(table, style))
  return sendFile(reply, table.name, format, body)
}

/** Sends bytes or a stream as a file. */
export function sendFile(
  reply: FastifyReply,
  name: string,
  format: keyof typeof types,
  body: Buffer | Readable,
): FastifyReply {
  const plain =
    name
      .normalize('NFKD')
      .replace(/[^\w .-]+/g, '')
      .trim() || 'export'
  const disposition = `attachment; filename="${plain}.${format}"; filename*=UTF-8''${encodeURIComponent(name)}.${format}`
  return reply
    .header('content-type', types[format])
    .header('content-disposition', disposition)
    .header('cache-control', 'no-store')
    .send(body)
}

/** The first pieces are made before anything is sent: a refusal in them still becomes an error envelope. */
async function begunStream<Piece>(pieces: AsyncGenerator<Piece>): Promise<Readable> {
  const header = await pieces.next()
  const first = await pieces.next()
  return Readable.from(
    (async function* () {
      if (!header.done) yield header.value
      if (!first.done) yield first.value
      yield* pieces
    })(),
  )
}
