// The tables of projects, their members and their logos.
import { projectRoles } from '@routewright/contract'
import { beginning, bytes, flag, id, json, list, moment, oneOf, optional, type RowOf, table, text } from './table.ts'
import type { JsonObject } from './values.ts'

export const projectTable = table('projects', {
  given: {
    id,
    organization_id: id,
    created_by: optional(id),
    created_at: moment,
    updated_at: moment,
  },
  descriptive: {
    label: beginning('', text),
    currency: beginning('EUR', text),
    cancel_reasons: list<JsonObject>(),
    settings: beginning({}, json<JsonObject>()),
  },
  planning: {
    timezone: beginning('UTC', text),
    optimizer_config: beginning({}, json<JsonObject>()),
    traffic_options: beginning({}, json<JsonObject>()),
  },
  computed: {
    deleted: beginning(false, flag),
    deleted_at: optional(moment),
  },
  private: {
    /** What was set of MessageSettings, Branding and RecipientPage; the rest are defaults (resources/recipients.ts). */
    messages: beginning({}, json<JsonObject>()),
    branding: beginning({}, json<JsonObject>()),
    recipient_page: beginning({}, json<JsonObject>()),
    /** Whether any message follows from what happens on the road; says so without a look into `messages`. */
    sends_messages: beginning(false, flag),
  },
})

export const projectMemberTable = table('project_members', {
  private: {
    project_id: id,
    user_id: id,
    role: oneOf(projectRoles),
    created_at: moment,
  },
})

export const projectLogoTable = table('project_logos', {
  private: {
    project_id: id,
    organization_id: id,
    content_type: text,
    bytes,
    digest: text,
    created_at: moment,
  },
})

export type ProjectRow = RowOf<typeof projectTable>
export type LogoRow = RowOf<typeof projectLogoTable>
