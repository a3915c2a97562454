// The commands that administer: organizations, keys, secrets, webhooks.
import { resolve } from 'node:path'
import { quotaKinds } from '@routewright/contract'
import type { Command } from 'commander'
import { type Administration, CommandError, openAdministration } from './administration.ts'
import { print } from './output.ts'

interface TargetOptions {
  baseUrl?: string
  dataDir?: string
  json?: boolean
}

interface OrganizationOptions extends TargetOptions {
  org?: string
}

/** Adds `org`, `quota`, `demo`, `keys`, `secrets`, `webhooks` and `audit` to the program. */
export function addAdminCommands(program: Command): void {
  addOrganizationCommands(program.command('org').description('organizations of this installation'))
  addQuotaCommands(program.command('quota').description('how much an organization may use up, where QUOTAS is set'))
  addDemoCommands(program.command('demo').description('the demo organization of `start`'))
  addKeyCommands(program.command('keys').description('API keys of an organization'))
  addSecretCommands(program.command('secrets').description('what is stored encrypted'))
  addAuditCommands(program.command('audit').description('who did what in an organization'))
  addWebhookCommands(program.command('webhooks').description('webhook subscriptions of an organization'))
}

function addOrganizationCommands(org: Command): void {
  target(org.command('create <name>'))
    .description('create an organization with its first project and API key')
    .option('--email <address>', 'sign-in of its administrator (with --password)')
    .option('--password <text>', 'at least 8 characters')
    .action(async (name: string, options: TargetOptions & { email?: string; password?: string }) => {
      const { email, password } = options
      await administer(options, (admin) => admin.call('createOrganization', { body: { name, email, password } }))
    })
  target(org.command('list'))
    .description('list the organizations')
    .action(async (options: TargetOptions) => administer(options, listOrganizations))
  ofOrganization(org.command('confirm-domain <domain>'))
    .description(
      'say that a mail domain belongs to an organization, so that its sign-in providers may offer themselves',
    )
    .action(async (domain: string, options: OrganizationOptions) =>
      forOrganization(options, (admin, { organization_id }) =>
        admin.call('confirmSignInDomain', { body: { organization_id, domain } }),
      ),
    )
}

function addQuotaCommands(quota: Command): void {
  ofOrganization(quota.command('show'))
    .description('show the limits, what was used this month, and what in earlier ones')
    .action(async (options: OrganizationOptions) =>
      forOrganization(options, (admin, query) => admin.call('listQuotas', { query })),
    )
  ofOrganization(quota.command('set <kind> <limit>'))
    .description(`set a limit: kind is ${quotaKinds.join(', ')}; limit is a number, none or default`)
    .action(async (name: string, limit: string, options: OrganizationOptions) => {
      const kind = quotaKinds.find((known) => known === name)
      if (!kind) throw new CommandError(`There is no quota of ${name}: kind is ${quotaKinds.join(', ')}.`)
      await forOrganization(options, (admin, { organization_id }) => {
        const amount = limit === 'none' || limit === 'default' ? limit : Number(limit)
        return admin.call('setQuota', { body: { organization_id, kind, limit: amount } })
      })
    })
}

function addDemoCommands(demo: Command): void {
  target(demo.command('remove'))
    .description('take the demo away for good, with its plans, people, keys, pictures and messages')
    .action(async (options: TargetOptions) => administer(options, (admin) => admin.call('removeDemo')))
}

function addKeyCommands(keys: Command): void {
  ofOrganization(keys.command('create'))
    .description('create a key; it is shown this once')
    .option('--label <text>', 'what it is for', '')
    .action(async (options: OrganizationOptions & { label: string }) => {
      await forOrganization(options, (admin, query) =>
        admin.call('createApiKey', { query, body: { label: options.label } }),
      )
    })
  ofOrganization(keys.command('list'))
    .description('list the keys, without their secrets')
    .action(async (options: OrganizationOptions) =>
      forOrganization(options, (admin, query) => admin.call('listApiKeys', { query })),
    )
  ofOrganization(keys.command('deactivate <key-id>'))
    .description('have a key refused from now on')
    .action(async (keyId: string, options: OrganizationOptions) =>
      forOrganization(options, (admin, query) =>
        admin.call('updateApiKey', { params: { api_key_id: keyId }, query, body: { active: false } }),
      ),
    )
  ofOrganization(keys.command('activate <key-id>'))
    .description('have a deactivated key accepted again')
    .action(async (keyId: string, options: OrganizationOptions) =>
      forOrganization(options, (admin, query) =>
        admin.call('updateApiKey', { params: { api_key_id: keyId }, query, body: { active: true } }),
      ),
    )
  ofOrganization(keys.command('delete <key-id>'))
    .description('delete a key for good')
    .action(async (keyId: string, options: OrganizationOptions) =>
      forOrganization(options, (admin, query) => admin.call('deleteApiKey', { params: { api_key_id: keyId }, query })),
    )
}

function addAuditCommands(audit: Command): void {
  ofOrganization(audit.command('verify'))
    .description('recompute the chain of the audit log; ends with 1 when it was tampered with')
    .option('--seen <number:hash>', 'a head that this command told earlier: it must still be there')
    .action(async (options: OrganizationOptions & { seen?: string }) => {
      await forOrganization(options, async (admin, query) => {
        const verified = await admin.call('verifyAudit', { query: { ...query, seen: options.seen } })
        if (!verified.holds) process.exitCode = 1
        return verified
      })
    })
}

function addSecretCommands(secrets: Command): void {
  target(secrets.command('renew'))
    .description('encrypt it anew under the first of SECRET_KEYS, so that the others are needed no longer')
    .action(async (options: TargetOptions) => administer(options, (admin) => admin.call('renewSecrets', {})))
}

function addWebhookCommands(webhooks: Command): void {
  ofOrganization(webhooks.command('create <url>'))
    .description('subscribe an address to events')
    .option('--events <ids...>', 'event types; all when left out')
    .option('--project <id>', 'only events of this project')
    .option('--signed', 'sign deliveries after Standard Webhooks; the secret is shown this once')
    .action(async (url: string, options: OrganizationOptions & WebhookOptions) => {
      const { events, project, signed } = options
      const body = { url, events: events as never, project_id: project, signed }
      await forOrganization(options, (admin, query) => admin.call('createWebhook', { query, body }))
    })
  ofOrganization(webhooks.command('list'))
    .description('list the subscriptions')
    .action(async (options: OrganizationOptions) =>
      forOrganization(options, (admin, query) => admin.call('listWebhooks', { query })),
    )
  ofOrganization(webhooks.command('delete <webhook-id>'))
    .description('end a subscription')
    .action(async (webhookId: string, options: OrganizationOptions) =>
      forOrganization(options, (admin, query) =>
        admin.call('deleteWebhook', { params: { webhook_id: webhookId }, query }),
      ),
    )
}

interface WebhookOptions {
  events?: string[]
  project?: string
  signed?: boolean
}

function target(command: Command): Command {
  return command
    .option('--base-url <url>', 'address of the running service (found by itself on the same data directory)')
    .option('--data-dir <folder>', 'data directory of the service')
    .option('--json', 'print one line of JSON')
}

function ofOrganization(command: Command): Command {
  return target(command).option('--org <id>', 'the organization; may be left out when there is only one')
}

async function administer(options: TargetOptions, work: (admin: Administration) => Promise<object>): Promise<void> {
  const dataDirectory = options.dataDir === undefined ? undefined : resolve(options.dataDir)
  const admin = await openAdministration({ dataDirectory }, options.baseUrl)
  try {
    print(await work(admin), options.json)
  } finally {
    await admin.close()
  }
}

async function forOrganization(
  options: OrganizationOptions,
  work: (admin: Administration, query: { organization_id: string }) => Promise<object>,
): Promise<void> {
  await administer(options, async (admin) => {
    return work(admin, { organization_id: options.org ?? (await findOnlyOrganization(admin)) })
  })
}

async function findOnlyOrganization(admin: Administration): Promise<string> {
  const { docs, total } = await admin.call('listOrganizations', { query: { limit: 2 } })
  if (total === 1) return docs[0]!.id
  throw new CommandError(
    total === 0
      ? 'There is no organization yet: routewright org create NAME makes one.'
      : `There are ${total} organizations: name one with --org (routewright org list shows them).`,
  )
}

async function listOrganizations(admin: Administration): Promise<object> {
  const page = await admin.call('listOrganizations', { query: { limit: 1000 } })
  return page.docs
}
