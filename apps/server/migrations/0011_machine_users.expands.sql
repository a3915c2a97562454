-- People that are programs: they have keys and nothing to sign in with. Keys that end by themselves.
alter table users add column is_machine boolean not null default false;
alter table api_keys add column inactive_from timestamptz;
