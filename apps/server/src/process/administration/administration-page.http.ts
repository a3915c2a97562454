// The administration page: one document without scripts, for whoever runs the installation.

import { html, type Markup, prose } from '../../frame/http/reference/markup.ts'
import type { SettingInForce } from '../../frame/platform/config.ts'
import type { Installation, KeptFile } from './administration.ts'

const MARKS = { ok: 'fine', warning: 'look at it', failed: 'failed' } as const

/** Writes the page with everything that there is to know; `version` is that of the program, `now` when it was asked. */
export function administrationPage(installation: Installation, version: string, now: Date): string {
  const { role, database } = installation
  const kind = database.kind === 'embedded' ? 'embedded database' : database.kind
  return fillPage(
    html`<p class="lead">Version ${version}, role ${role}, ${kind} of ${writeBytes(database.bytes)}; as of ${writeMoment(now)}.</p>
${findingsPart(installation)}${queuesPart(installation)}${failedPart(installation)}${backupsPart(installation)}
${organizationsPart(installation)}${extractsPart(installation)}${settingsPart(installation)}`,
  )
}

/** Writes the page for who comes without a link that is valid: how to get one. */
export function closedPage(command: string): string {
  return fillPage(
    html`<p class="lead">This page opens with a link that works for 15 minutes, and stays open for 12 hours. On the machine that runs the service, this prints one:</p>
<pre>${command}</pre>`,
  )
}

function fillPage(content: Markup): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Administration</title><style>${STYLE}</style></head><body><main><h1>Administration</h1>${content.text}</main></body></html>`
}

function findingsPart({ findings }: Installation): Markup {
  const rows = findings.map(
    ({ name, state, message }) =>
      html`<tr class="${state}"><td>${MARKS[state]}</td><th scope="row">${name}</th><td>${message}</td></tr>`,
  )
  return part(
    'State',
    table(['State', 'What', 'Seen'], rows),
    html`<p>The same as <code>routewright doctor</code> says.</p>`,
  )
}

function queuesPart({ backlog }: Installation): Markup {
  const waiting = backlog.map(
    ({ queue, due, oldestSeconds }) =>
      html`<tr><th scope="row">${queue}</th><td class="number">${due}</td><td class="number">${Math.round(oldestSeconds)} s</td></tr>`,
  )
  return part(
    'Queues',
    orElse(waiting, 'Nothing waits.', (rows) => table(['Queue', { ofNumbers: 'Due' }, { ofNumbers: 'Oldest' }], rows)),
  )
}

function failedPart({ failedJobs, organizations }: Installation): Markup {
  const names = new Map(organizations.shown.map(({ id, name }) => [id, name]))
  const failed = failedJobs.map(
    ({ queue, failed_at, tries, organization_id, reason }) =>
      html`<tr><td>${writeMoment(failed_at)}</td><th scope="row">${queue}</th><td>${names.get(organization_id ?? '') ?? organization_id ?? ''}</td><td class="number">${tries}</td><td>${reason ?? ''}</td></tr>`,
  )
  const heads = ['When', 'Queue', 'Organization', { ofNumbers: 'Tries' }, 'Why']
  return part(
    'Jobs that failed',
    orElse(failed, 'None that is still kept.', (rows) => table(heads, rows)),
  )
}

function backupsPart({ backups: { schedule, last, kept } }: Installation): Markup {
  const at = schedule && `${String(schedule.hour).padStart(2, '0')}:${String(schedule.minute).padStart(2, '0')}`
  const how = schedule
    ? html`<p>Every day at ${at} to ${schedule.folder}; the newest ${schedule.keep} are kept${schedule.keyFile ? ', encrypted' : ', each verified by restoring it'}.</p>`
    : html`<p class="warning">${prose('None by itself: set `BACKUP_FOLDER`.')}</p>`
  const latest = last
    ? html`<p>Last: ${last.file}, ${writeMoment(new Date(last.made_at))}, ${last.verified ? 'verified by restoring it into a scratch folder' : 'not verified'}${last.sent_to ? `, also in ${last.sent_to}` : ''}.</p>`
    : html`<p class="warning">No backup was made here.</p>`
  return part('Backups', how, latest, kept.length > 0 && filesTable(kept))
}

function organizationsPart({ organizations: { total, shown } }: Installation): Markup {
  const rows = shown.map(
    ({ id, name, created_at, users, projects, plans, stops, last_planned_at }) =>
      html`<tr><th scope="row">${name} <small>${id}</small></th>${[users, projects, plans, stops].map(
        (count) => html`<td class="number">${count.toLocaleString('en')}</td>`,
      )}<td>${created_at.toISOString().slice(0, 10)}</td><td>${last_planned_at ? writeMoment(last_planned_at) : ''}</td></tr>`,
  )
  const counts = ['People', 'Projects', 'Plans', 'Stops'].map((ofNumbers) => ({ ofNumbers }))
  const heads = ['Organization', ...counts, 'Since', 'Last planned']
  const more = total > shown.length && html`<p>${shown.length} of ${total} are shown, those with the most stops.</p>`
  return part(`Organizations`, table(heads, rows), more)
}

function extractsPart({ extracts }: Installation): Markup {
  return part(
    'Map extracts',
    extracts.length > 0 ? filesTable(extracts) : html`<p>None: travel times are straight lines.</p>`,
  )
}

function settingsPart({ settings }: Installation): Markup {
  const given = settings.filter(({ from }) => from !== 'default')
  const others = settings.filter(({ from }) => from === 'default')
  return part(
    'Settings in force',
    orElse(given.map(settingRow), 'All are as they are by default.', (rows) => table(SETTING_HEADS, rows)),
    html`<details><summary>${others.length} more, by default</summary>${table(SETTING_HEADS, others.map(settingRow))}</details>`,
  )
}

const SETTING_HEADS = ['Setting', 'Value', 'From']

function settingRow({ name, from, value }: SettingInForce): Markup {
  const shown = value ?? (from === 'default' ? 'not set' : 'set; not shown')
  return html`<tr><th scope="row"><code>${name}</code></th><td>${shown}</td><td>${from}</td></tr>`
}

function filesTable(files: readonly KeptFile[]): Markup {
  const rows = files.map(
    ({ name, bytes, changed_at }) =>
      html`<tr><th scope="row">${name}</th><td class="number">${writeBytes(bytes)}</td><td>${writeMoment(changed_at)}</td></tr>`,
  )
  return table(['File', { ofNumbers: 'Size' }, 'Of'], rows)
}

function part(title: string, ...content: readonly (Markup | false)[]): Markup {
  return html`<section aria-label="${title}"><h2>${title}</h2>${content.map((piece) => piece || html``)}</section>`
}

/** Above a column; of numbers, they stand on the right. */
type Head = string | { ofNumbers: string }

function table(heads: readonly Head[], rows: readonly Markup[]): Markup {
  const titles = heads.map((head) =>
    typeof head === 'string'
      ? html`<th scope="col">${head}</th>`
      : html`<th scope="col" class="number">${head.ofNumbers}</th>`,
  )
  return html`<div class="scroll" tabindex="0"><table><thead><tr>${titles}</tr></thead><tbody>${rows}</tbody></table></div>`
}

function orElse(rows: readonly Markup[], sentence: string, show: (rows: readonly Markup[]) => Markup): Markup {
  return rows.length > 0 ? show(rows) : html`<p>${sentence}</p>`
}

function writeMoment(moment: Date): string {
  return `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

function writeBytes(bytes: number): string {
  const megabytes = bytes / 1024 ** 2
  return megabytes < 1024 ? `${megabytes.toFixed(megabytes < 10 ? 1 : 0)} MB` : `${(megabytes / 1024).toFixed(1)} GB`
}

const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#d7dde2, #3a4248); --quiet: light-dark(#5b6770, #9aa5ad);
  --bad: light-dark(#b3261e, #ff8a80); --doubt: light-dark(#8a5300, #ffb74d); }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
p, small, .lead { color: var(--quiet); } small { font-weight: normal; }
table { border-collapse: collapse; width: 100%; } .scroll { overflow-x: auto; }
th, td { text-align: left; vertical-align: top; padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--line); overflow-wrap: break-word; }
thead th { color: var(--quiet); font-weight: normal; font-size: .85rem; } tbody th { font-weight: 600; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.failed td:first-child { color: var(--bad); font-weight: 600; } .warning td:first-child, p.warning { color: var(--doubt); font-weight: 600; }
summary { color: var(--quiet); margin: .75rem 0; cursor: pointer; }
pre { padding: 1rem; border: 1px solid var(--line); overflow-x: auto; }
`
