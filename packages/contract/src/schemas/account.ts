// Accounts and sign-in: invitations, forgotten passwords, sessions, roles, the first start.
import Type, { type Static } from 'typebox'
import * as limits from '../limits.ts'
import { nullable, oneOf, optionalFields, record } from '../schema.ts'
import { email, flag, id, label, text, timestamp } from './fields.ts'
import { language, Membership, User, userRoles } from './organization.ts'

const name = Type.String({ minLength: 1, maxLength: limits.textLength.label })
const newPassword = Type.String({ description: 'At least ten characters.', minLength: 10, maxLength: 200 })
const address = Type.String({
  description: 'An e-mail address.',
  pattern: '^[^\\s@<>",;]+@[^\\s@<>",;]+$',
  maxLength: 320,
})
const memberships = Type.Array(Membership, { description: 'Projects of an organization_user.', maxItems: 1_000 })

export const invitationStates = ['open', 'expired', 'accepted', 'withdrawn'] as const

export const Invitation = record('Invitation', 'Somebody who was asked to join the organization.', {
  id: id(),
  organization_id: id(),
  email: email(),
  role: oneOf(userRoles),
  memberships: Type.Array(Membership),
  language,
  state: oneOf(invitationStates),
  sent_at: timestamp('When the mail was last sent.'),
  expires_at: timestamp(),
  created_at: timestamp(),
  ...optionalFields({ name: label(), invited_by: id(), accepted_at: timestamp() }),
})
export type Invitation = Static<typeof Invitation>

export const InvitationInput = record('InvitationInput', 'Who is asked to join, and as what.', {
  email: address,
  role: oneOf(userRoles),
  name: Type.Optional(label()),
  memberships: Type.Optional(memberships),
  language: Type.Optional(language),
})
export type InvitationInput = Static<typeof InvitationInput>

export const MachineUserInput = record('MachineUserInput', 'A program that has keys of its own, and what it may do.', {
  name,
  role: oneOf(userRoles),
  memberships: Type.Optional(memberships),
})
export type MachineUserInput = Static<typeof MachineUserInput>

export const OpenInvitation = record('OpenInvitation', 'What the page of an invitation shows.', {
  email: email(),
  name: label(),
  organization_name: label(),
  role: oneOf(userRoles),
  language,
  expires_at: timestamp(),
  ...optionalFields({ invited_by_name: label() }),
})

export const InvitationAcceptance = record('InvitationAcceptance', 'How somebody joins.', {
  name,
  password: newPassword,
  language: Type.Optional(language),
})
export type InvitationAcceptance = Static<typeof InvitationAcceptance>

export const SetupInput = record('SetupInput', 'The first administrator of a new installation.', {
  organization: Type.String({ description: 'Its name.', minLength: 1, maxLength: limits.textLength.label }),
  email: address,
  name,
  password: newPassword,
  language: Type.Optional(language),
  project: Type.Optional(label('Name of the first project; that of the organization by default.')),
  timezone: Type.Optional(Type.String({ description: 'IANA name, UTC by default.', maxLength: 100 })),
  currency: Type.Optional(Type.String({ pattern: '^[A-Z]{3}$' })),
})
export type SetupInput = Static<typeof SetupInput>

export const ForgottenPassword = record('ForgottenPassword', 'Who forgot the password.', { email: address })
export const NewPassword = record('NewPassword', 'The new password.', { password: newPassword })
export const PasswordChange = record('PasswordChange', 'The password and its successor.', {
  current_password: Type.String({ minLength: 1, maxLength: 200 }),
  password: newPassword,
})
export const OpenPasswordReset = record('OpenPasswordReset', 'Whose password is to be set anew.', {
  email: email(),
  language,
})

export const ProfileUpdate = record('ProfileUpdate', 'What changes in the own account.', {
  name: Type.Optional(name),
  language: Type.Optional(language),
})
export type ProfileUpdate = Static<typeof ProfileUpdate>

export const SignedInDevice = record('SignedInDevice', 'A session of one browser.', {
  id: id(),
  device: text('"Firefox on Linux", as well as it can be told.'),
  created_at: timestamp(),
  last_seen_at: timestamp('Within five minutes.'),
  expires_at: timestamp(),
  current: flag('The session of this call.'),
})

export const UserUpdate = record('UserUpdate', 'What changes in a person.', {
  name: Type.Optional(name),
  role: Type.Optional(oneOf(userRoles)),
  active: Type.Optional(flag('Keys and sessions of an inactive person are refused.')),
  language: Type.Optional(language),
  memberships: Type.Optional(memberships),
})
export type UserUpdate = Static<typeof UserUpdate>

export const ProjectMember = record('ProjectMember', 'A person and the part in one project.', {
  user: User,
  role: Membership.properties.role,
})

export const MemberRole = record('MemberRole', 'The part of a person in the project; null ends it.', {
  role: nullable(Membership.properties.role),
})
