-- Organizations of which nothing leaves: their mails and SMS are kept here instead.
alter table organizations add column is_sandbox boolean not null default false;
create table sandbox_messages (
  id text primary key,
  organization_id text not null references organizations (id),
  channel text not null check (channel in ('email', 'sms')),
  recipient text not null,
  title text not null,
  body text not null,
  created_at timestamptz not null
);
create index sandbox_messages_of_organization on sandbox_messages (organization_id, created_at desc, id desc);
