// What a search over everything looks things up by: beginnings of ids, last digits of phone numbers, words of names.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'drop index if exists stops_phone, stops_label, stops_external_start, packages_start, clients_phone',
  'drop function if exists phone_key',
  // Numbers are written with and without country, spaces and zeros; their ends are the same.
  `create function phone_from_end(phone text) returns text
    language sql immutable parallel safe
    as $$ select reverse(regexp_replace(phone, '[^0-9]', '', 'g')) $$`,
  `create function name_words(label text, person text) returns tsvector
    language sql immutable parallel safe
    as $$ select to_tsvector('simple'::regconfig, coalesce(label, '') || ' ' || coalesce(person, '')) $$`,
  'create index stops_phone on stops (project_id, phone_from_end(phone) text_pattern_ops) where phone is not null',
  'create index stops_external_start on stops (project_id, lower(external_id) text_pattern_ops) where external_id is not null',
  'create index stops_words on stops using gin (name_words(label, reference_person)) where deleted = false',
  'create index packages_start on packages (organization_id, lower(identifier) text_pattern_ops)',
  'create index clients_phone on clients (project_id, phone_from_end(phone) text_pattern_ops) where phone is not null',
  'create index clients_words on clients using gin (name_words(label, reference_person)) where deleted = false',
]
