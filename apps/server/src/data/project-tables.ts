// The tables of projects, their members and their logos.
import { projectRoles, type SlotRulesInput } from '@routewright/contract'
import type { WeekTraffic } from '@routewright/roads'
import {
  beginning,
  bytes,
  drivingRules,
  flag,
  id,
  json,
  list,
  moment,
  oneOf,
  optional,
  type RowOf,
  searched,
  softDeletion,
  table,
  text,
} from './table.ts'
import type { JsonObject, LearningValue } from './values.ts'

export const projectTable = table('projects', {
  given: {
    id,
    organization_id: id,
    created_by: optional(id),
    created_at: moment,
    updated_at: moment,
  },
  descriptive: {
    label: searched(beginning('', text)),
    currency: beginning('EUR', text),
    cancel_reasons: list<JsonObject>(),
    settings: beginning({}, json<JsonObject>()),
  },
  planning: {
    timezone: beginning('UTC', text),
    optimizer_config: beginning({}, json<JsonObject>()),
    traffic_options: beginning({}, json<JsonObject>()),
    driving_rules: drivingRules,
    counts_driven_days: beginning(true, flag),
  },
  computed: softDeletion,
  private: {
    /** The set parts of MessageSettings, Branding and RecipientPage; the rest are defaults (resources/recipients.ts). */
    messages: beginning({}, json<JsonObject>()),
    branding: beginning({}, json<JsonObject>()),
    recipient_page: beginning({}, json<JsonObject>()),
    /** Slowdown of roads, by group of roads and hour of the week; null where nothing was learned. */
    traffic_week: optional(json<WeekTraffic>()),
    /** Whether learned times are used, and the result of the last learning. */
    learning: beginning({}, json<LearningValue>()),
    /** The set parts of SlotRules (slots/slot-rules.ts). */
    slot_rules: beginning({}, json<SlotRulesInput>()),
    /** Whether events on the road can cause any message, so that `messages` need not be read. */
    sends_messages: beginning(false, flag),
  },
})

export const projectMemberTable = table('project_members', {
  given: {
    project_id: id,
    user_id: id,
    created_at: moment,
  },
  descriptive: {
    role: oneOf(projectRoles),
  },
})

export const projectLogoTable = table('project_logos', {
  given: {
    project_id: id,
    created_at: moment,
  },
  descriptive: {
    content_type: text,
    bytes,
  },
  private: {
    organization_id: id,
    digest: text,
  },
})

export const projectFontTable = table('project_fonts', {
  given: {
    project_id: id,
    created_at: moment,
  },
  descriptive: {
    bytes,
  },
  private: {
    organization_id: id,
    digest: text,
  },
})

export type ProjectRow = RowOf<typeof projectTable>
export type LogoRow = RowOf<typeof projectLogoTable>
