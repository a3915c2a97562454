// Which drivers a phone number or an address is of, and how a code reaches them.

import { getProject } from '../../accounts/projects/projects.ts'
import type { ProjectRow } from '../../data/project-tables.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { type Services, systemScope } from '../../frame/platform/services.ts'
import { readDriverPhone } from '../../telling/messages/messages.ts'
import { type NamedDriver, selectDriversByEmail, selectDriversByPhoneEnd } from './driver-sign-in.sql.ts'

/** Fewer digits than these name nobody. */
const fewestDigits = 6
/** Numbers that differ before these are compared one by one. */
const comparedDigits = 7

/** A driver with this address, and where a code is sent: an SMS to their number, or a mail. */
export interface KnownDriver {
  driver: NamedDriver
  scope: Scope
  projectLabel: string
  receiver: { number: string } | { email: string }
}

/**
 * Returns the drivers with this number or address. Where it is known in a sandbox and elsewhere, only elsewhere counts: a sandbox
 * is a copy, and sends nothing. Drivers with the number are left out where no SMS can be sent and they have no mail address.
 */
export async function findDriversByAddress(
  services: Services,
  scopes: ScopeMaker,
  address: string,
): Promise<KnownDriver[]> {
  const found: KnownDriver[] = []
  for (const driver of await selectCandidates(scopes, address)) {
    const scope = scopes.of(driver.organization_id)
    const project = await getProject(scope, driver.project_id)
    const receiver = findReceiver(services, driver, address, project)
    if (receiver) found.push({ driver, scope, projectLabel: project.label, receiver })
  }
  const real = found.filter(({ driver }) => !driver.is_sandbox)
  return real.length > 0 ? real : found
}

export interface ScopeMaker {
  tx: Scope['tx']
  of(organizationId: string): Scope
}

/** Scopes of the organizations that turn up in one transaction, at the machine's moment: codes and phones end by that. */
export function scopesIn(services: Services, tx: Scope['tx'], now: Date): ScopeMaker {
  return { tx, of: (organizationId) => systemScope(services, tx, organizationId, now) }
}

async function selectCandidates({ tx }: ScopeMaker, address: string): Promise<NamedDriver[]> {
  if (isEmail(address)) return selectDriversByEmail(tx, address.trim())
  const digits = address.replace(/[^0-9]/g, '')
  return digits.length < fewestDigits ? [] : selectDriversByPhoneEnd(tx, digits.slice(-comparedDigits))
}

function isEmail(address: string): boolean {
  return address.includes('@')
}

function findReceiver(
  services: Services,
  { phone, email, organization_id }: NamedDriver,
  address: string,
  project: ProjectRow,
): KnownDriver['receiver'] | undefined {
  if (isEmail(address)) return { email: email! }
  const number = readDriverPhone(phone ?? '', project)
  if (!number || number !== readDriverPhone(address, project)) return undefined
  if (services.sms.isAvailableTo(organization_id)) return { number }
  return email?.trim() ? { email } : undefined
}
