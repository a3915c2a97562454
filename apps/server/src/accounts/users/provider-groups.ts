// Maps a user's groups at the provider to rights here.
import { type GroupRole, type UserRole, userRoles } from '@routewright/contract'
import type { SignInProviderRow } from '../../data/sign-in-provider-tables.ts'
import type { MembershipValue } from '../../data/values.ts'

export type Claims = Readonly<Record<string, unknown>>

/** Rights from groups; without `memberships`, the user's memberships in projects stay as they are. */
export interface Rights {
  role: UserRole
  memberships?: MembershipValue[]
}

type Ruled = Pick<SignInProviderRow, 'groups_claim' | 'group_roles' | 'default_role'>

/** Returns the claim of this name; a name with dots also leads into nested claims: realm_access.roles. */
export function getClaim(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  let value: unknown = claims
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
    value = (value as Claims)[part]
  }
  return value
}

/** The groups of an account: a list, or one alone. */
export function listGroups(claims: Claims, claim: string | null): string[] {
  const value = claim === null ? undefined : getClaim(claims, claim)
  return [value].flat().filter((entry): entry is string => typeof entry === 'string')
}

/** Returns the rights; undefined where groups decide nothing, 'none' where they do and the user is in none of them. */
export function findRights(
  { groups_claim, group_roles, default_role }: Ruled,
  claims: Claims,
): Rights | 'none' | undefined {
  if (group_roles.length === 0) return undefined
  const groups = new Set(listGroups(claims, groups_claim))
  const own = group_roles.filter(({ group }) => groups.has(group))
  const role = highest(own) ?? default_role
  if (role === null) return 'none'
  const decidesProjects = group_roles.some(({ memberships }) => memberships !== undefined)
  return decidesProjects ? { role, memberships: addUp(own) } : { role }
}

/** Roles in order, the one with most rights first. */
function highest(rules: readonly GroupRole[]): UserRole | undefined {
  return userRoles.find((role) => rules.some((rule) => rule.role === role))
}

/** All projects of the groups; where two name the same one, the first counts. */
function addUp(rules: readonly GroupRole[]): MembershipValue[] {
  const byProject = new Map<string, MembershipValue>()
  for (const one of rules.flatMap(({ memberships }) => memberships ?? [])) {
    if (!byProject.has(one.project_id)) byProject.set(one.project_id, one)
  }
  return [...byProject.values()]
}
