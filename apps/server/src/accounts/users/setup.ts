// The first start without a demo: a link, printed once, for creating the first administrator.
import type { SetupInput } from '@routewright/contract'
import { closeSetupLink, insertSetupLink, lockSetupLink } from '../../data/setup-links.sql.ts'
import { findUserByEmail, hasUserWithPassword, updateUserRow } from '../../data/users.sql.ts'
import { apiError, notFound } from '../../frame/platform/api-error.ts'
import { withoutUndefined } from '../../frame/platform/compact.ts'
import { createId, createSecret } from '../../frame/platform/ids.ts'
import { digestSecret } from '../../frame/platform/password.ts'
import type { Scope, Tx } from '../../frame/platform/scope.ts'
import { getSurroundings, type Services, systemScope } from '../../frame/platform/services.ts'
import { createOrganization } from '../organizations/organizations.ts'
import { requireTimezone } from '../projects/projects.ts'
import { openSession, type SignedIn } from './sessions.ts'

const TOKEN_CHARACTERS = 40

/** Creates a link, if nobody can sign in yet. */
export async function openSetup(services: Services): Promise<string | undefined> {
  const now = services.clock.now()
  const token = createSecret('', TOKEN_CHARACTERS)
  const isOpen = await services.database.transaction(async (tx) => {
    if (await hasUserWithPassword(tx)) return false
    await insertSetupLink(tx, createId(now), digestSecret(token), now)
    return true
  })
  return isOpen ? `${services.publicBase()}/setup/${token}` : undefined
}

/** Throws highway.user.error.link_expired. */
export async function getSetup(services: Services, token: string): Promise<{ open: true }> {
  await services.database.transaction((tx) => requireOpen(tx, token))
  return { open: true }
}

async function requireOpen(tx: Tx, token: string): Promise<string> {
  const id = await lockSetupLink(tx, digestSecret(token))
  if (!id || (await hasUserWithPassword(tx))) throw apiError('highway.user.error.link_expired')
  return id
}

/** Creates organization, first project and administrator, and signs in. Throws highway.user.error.link_expired. */
export async function completeSetup(
  services: Services,
  token: string,
  input: SetupInput,
  userAgent: string | undefined,
): Promise<SignedIn> {
  await getSetup(services, token)
  return await setUp(services, input, userAgent, {
    async before(tx) {
      const linkId = await requireOpen(tx, token)
      await closeSetupLink(tx, linkId, services.clock.now())
    },
  })
}

/** What else happens in the transaction: before anything is created, or then in the new organization, for its first project. */
interface SetupSteps {
  before?(tx: Tx): Promise<void>
  after?(scope: Scope, projectId: string): Promise<void>
}

/** The same without a link. Throws invalid_payload when the address is taken. */
export async function setUp(
  services: Services,
  input: SetupInput,
  userAgent: string | undefined,
  steps: SetupSteps,
): Promise<SignedIn> {
  requireTimezone(input.timezone)
  const passwordHash = await services.passwords.hashNew(input.password, [input.email, input.name, input.organization])
  const now = services.clock.now()
  return await services.database.transaction(async (tx) => {
    await steps.before?.(tx)
    const { email, name, language, project, timezone, currency } = input
    const created = await createOrganization(getSurroundings(services, tx, now), {
      name: input.organization,
      login: { email, passwordHash },
      project: { label: project, timezone, currency },
    })
    const scope = systemScope(services, tx, created.organization_id, now)
    await steps.after?.(scope, created.project_id)
    const user = await findUserByEmail(scope, email)
    if (!user) throw notFound('user', email)
    const named = await updateUserRow(scope, user.id, withoutUndefined({ name, language }))
    return openSession(scope, named, userAgent)
  })
}
