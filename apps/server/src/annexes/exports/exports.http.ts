// Mounts the operations whose responses are files.
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { type App, mount, mountChange, mountRead } from '../../frame/http/mount.ts'
import { sendFile, sendTable } from '../../frame/http/send-file.ts'
import { chooseLanguage, getCsvStyle } from '../../frame/platform/languages.ts'
import type { Table } from '../../frame/platform/table-file.ts'
import { deleteExport, getExport, getFinishedExport, listExports, requestExport } from './background.ts'
import { readExport } from './export.job.ts'
import {
  collectDriven,
  collectLabels,
  collectPlanProofs,
  collectRouteSheets,
  collectStopProof,
  countLabels,
  getTable,
  giveParcelCodes,
  linkRouteSheets,
  noteExport,
  printLabels,
  printProofs,
  printRouteSheets,
  templateTable,
  writeZpl,
} from './exports.ts'
import { dayOfPlan, nameOfPlan } from './plan-name.ts'
import { writeWays } from './ways.ts'

interface TableForm {
  format: 'csv' | 'xlsx'
  language?: string
  separator?: 'comma' | 'semicolon' | 'tab'
}

function send(reply: FastifyReply, table: Table, { format, language, separator }: TableForm) {
  return sendTable(reply, table, format, getCsvStyle(chooseLanguage(language), separator))
}

/** A table that is written while it is fetched. */
function mountTable(
  app: App,
  operationId: 'exportStops' | 'exportRoutes' | 'exportReports',
  what: 'stops' | 'routes' | 'reports',
): void {
  mount(app, operationId, async ({ query }, { read, readAtOneMoment, transaction, reply }) => {
    const table = await read((scope) => getTable(scope, what, query, { readPlan: readAtOneMoment }))
    await transaction((scope) => noteExport(scope, what, query))
    return send(reply, table, query)
  })
}

/** Tables that are written first and fetched then. */
function mountBackground(app: App): void {
  mountChange(app, 'requestExport', (scope, { body }) => requestExport(scope, body))
  mountRead(app, 'listExports', (scope, { query }) => listExports(scope, query.project_id))
  mountRead(app, 'getExport', (scope, { params }) => getExport(scope, params.export_id))
  mountChange(app, 'deleteExport', (scope, { params }) => deleteExport(scope, params.export_id))
  mount(app, 'downloadExport', async ({ params }, { read, services, reply }) => {
    const row = await read((scope) => getFinishedExport(scope, params.export_id))
    reply.header('content-length', row.size_bytes)
    return sendFile(reply, row.file_name ?? row.id, row.format, Readable.from(readExport(services, row)))
  })
}

/** Labels for parcels; printing alone changes nothing. */
function mountLabels(app: App): void {
  mountRead(app, 'countLabels', (scope, { body }) => countLabels(scope, body))
  mountChange(app, 'giveParcelCodes', (scope, { body }) => giveParcelCodes(scope, body))
  mount(app, 'printLabels', async ({ body }, { readAtOneMoment, transaction, reply }) => {
    const labels = await readAtOneMoment((scope) => collectLabels(scope, body))
    const { plan_id, route_id } = body
    const about = { project_id: labels.project.id, ...(plan_id && { plan_id }), ...(route_id && { route_id }) }
    await transaction((scope) => noteExport(scope, 'labels', about))
    const isPaper = labels.form === 'a4_8' || labels.form === 'roll'
    const file = isPaper ? printLabels(labels) : Buffer.from(await writeZpl(labels))
    return sendFile(reply, labels.say('labels'), isPaper ? 'pdf' : 'zpl', file)
  })
}

export function mountExports(app: App): void {
  mountTable(app, 'exportStops', 'stops')
  mountTable(app, 'exportRoutes', 'routes')
  mountTable(app, 'exportReports', 'reports')
  mountBackground(app)
  mountLabels(app)
  mount(app, 'exportStopTemplate', async ({ query }, { reply }) => send(reply, templateTable(query), query))
  mount(app, 'printRouteSheets', async ({ params, query }, { readAtOneMoment, transaction, reply }) => {
    const sheets = await readAtOneMoment((scope) => collectRouteSheets(scope, params.plan_id, query))
    await transaction(async (scope) => {
      if (query.links) await linkRouteSheets(scope, sheets)
      await noteExport(scope, 'route_sheets', { ...query, ...params, project_id: sheets.plan.project_id })
    })
    return sendFile(reply, `${sheets.say('route_sheet')} ${dayOfPlan(sheets.plan)}`, 'pdf', printRouteSheets(sheets))
  })
  mount(app, 'exportWays', async ({ params, query }, { readAtOneMoment, transaction, reply }) => {
    const sheets = await readAtOneMoment((scope) => collectDriven(scope, params.plan_id, query.route_id))
    const { plan } = sheets
    await transaction((scope) => noteExport(scope, 'routes', { ...query, ...params, project_id: plan.project_id }))
    return sendFile(reply, nameOfPlan(plan), query.format, Buffer.from(writeWays(sheets, query.format)))
  })
  mount(app, 'printStopProof', async ({ params, query }, { read, transaction, services, reply }) => {
    const proof = await read((scope) => collectStopProof(scope, services.storage, params.stop_id, query.language))
    await transaction((scope) => noteExport(scope, 'proofs', { ...params, project_id: proof.project.id }))
    return sendFile(reply, `${proof.say('proof')} ${proof.title}`.slice(0, 120), 'pdf', printProofs(proof))
  })
  mount(app, 'printPlanProofs', async ({ params, query }, { read, transaction, services, reply }) => {
    const proofs = await read((scope) => collectPlanProofs(scope, services.storage, params.plan_id, query))
    await transaction((scope) => noteExport(scope, 'proofs', { ...query, ...params, project_id: proofs.project.id }))
    return sendFile(reply, `${proofs.say('proof')} ${proofs.title}`.slice(0, 120), 'pdf', printProofs(proofs))
  })
}
