// Mounts the operations whose answers are files.
import type { FastifyReply } from 'fastify'
import { type App, mount } from '../http/mount.ts'
import { sendFile, sendTable } from '../http/send-file.ts'
import { chooseLanguage, csvStyleOf } from '../platform/languages.ts'
import type { Table } from '../platform/table-file.ts'
import {
  collectPlanProofs,
  collectRouteSheets,
  collectStopProof,
  linkRouteSheets,
  noteExport,
  printProofs,
  printRouteSheets,
  reportsTable,
  routesTable,
  stopsTable,
  templateTable,
} from './exports.ts'

interface TableForm {
  format: 'csv' | 'xlsx'
  language?: string
  separator?: 'comma' | 'semicolon' | 'tab'
}

function send(reply: FastifyReply, table: Table, { format, language, separator }: TableForm) {
  return sendTable(reply, table, format, csvStyleOf(chooseLanguage(language), separator))
}

export function mountExports(app: App): void {
  mount(app, 'exportStops', async ({ query }, { read, transaction, reply }) => {
    const table = await read((scope) => stopsTable(scope, query))
    await transaction((scope) => noteExport(scope, 'stops', query))
    return send(reply, table, query)
  })
  mount(app, 'exportRoutes', async ({ query }, { read, transaction, reply }) => {
    const table = await read((scope) => routesTable(scope, query))
    await transaction((scope) => noteExport(scope, 'routes', query))
    return send(reply, table, query)
  })
  mount(app, 'exportReports', async ({ query }, { read, transaction, reply }) => {
    const table = await read((scope) => reportsTable(scope, query))
    await transaction((scope) => noteExport(scope, 'reports', query))
    return send(reply, table, query)
  })
  mount(app, 'exportStopTemplate', async ({ query }, { reply }) => send(reply, templateTable(query.language), query))
  mount(app, 'printRouteSheets', async ({ params, query }, { readAtOneMoment, transaction, reply }) => {
    const sheets = await readAtOneMoment((scope) => collectRouteSheets(scope, params.plan_id, query))
    await transaction(async (scope) => {
      if (query.links) await linkRouteSheets(scope, sheets)
      await noteExport(scope, 'route_sheets', { ...query, ...params, project_id: sheets.plan.project_id })
    })
    const day = sheets.plan.execution_date.toISOString().slice(0, 10)
    return sendFile(reply, `${sheets.say('route_sheet')} ${day}`, 'pdf', printRouteSheets(sheets))
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
