-- How much organizations may use up, and have used by month. Storage has one row without a month, which its additions lock.

create table quota_limits (
  organization_id text not null references organizations (id),
  kind text not null,
  -- Null: no limit, whatever the installation's default is.
  amount bigint,
  updated_at timestamptz not null,
  primary key (organization_id, kind)
);

create table quota_uses (
  organization_id text not null references organizations (id),
  kind text not null,
  month text not null,
  amount bigint not null,
  primary key (organization_id, kind, month)
);
