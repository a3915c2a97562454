-- What assistants proposed and may apply once. `content` and `answer` are encrypted: they hold addresses and names.
create table assistant_proposals (
  id text primary key,
  organization_id text not null references organizations (id),
  credential_id text not null,
  token_digest bytea not null unique,
  content text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  begun_at timestamptz,
  answer text
);
create index assistant_proposals_end on assistant_proposals (expires_at);
create index assistant_proposals_of_organization on assistant_proposals (organization_id);
