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
  mount(app, 'exportStops', async ({ query }, { read, reply }) =>
    send(reply, await read((scope) => stopsTable(scope, query)), query),
  )
  mount(app, 'exportRoutes', async ({ query }, { read, reply }) =>
    send(reply, await read((scope) => routesTable(scope, query)), query),
  )
  mount(app, 'exportReports', async ({ query }, { read, reply }) =>
    send(reply, await read((scope) => reportsTable(scope, query)), query),
  )
  mount(app, 'exportStopTemplate', async ({ query }, { reply }) => send(reply, templateTable(query.language), query))
  mount(app, 'printRouteSheets', async ({ params, query }, { transaction, reply }) => {
    const sheets = await transaction((scope) => collectRouteSheets(scope, params.plan_id, query))
    const day = sheets.plan.execution_date.toISOString().slice(0, 10)
    return sendFile(reply, `${sheets.say('route_sheet')} ${day}`, 'pdf', printRouteSheets(sheets))
  })
  mount(app, 'printStopProof', async ({ params, query }, { read, services, reply }) => {
    const proof = await read((scope) => collectStopProof(scope, services.storage, params.stop_id, query.language))
    return sendFile(reply, `${proof.say('proof')} ${proof.title}`.slice(0, 120), 'pdf', printProofs(proof))
  })
  mount(app, 'printPlanProofs', async ({ params, query }, { read, services, reply }) => {
    const proofs = await read((scope) => collectPlanProofs(scope, services.storage, params.plan_id, query))
    return sendFile(reply, `${proofs.say('proof')} ${proofs.title}`.slice(0, 120), 'pdf', printProofs(proofs))
  })
}
