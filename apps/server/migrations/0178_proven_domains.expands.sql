-- Mail domains that an organization has proven to be its own: sign-in providers offer themselves for no others.

create table proven_domains (
  organization_id text not null references organizations (id),
  domain text not null check (domain = lower(domain)),
  proven_by text not null check (proven_by in ('record', 'administrator')),
  proven_at timestamptz not null,
  primary key (organization_id, domain)
);
-- Where there is one organization, nobody else can have claimed its domains wrongly; with several they have to be proven.
insert into proven_domains (organization_id, domain, proven_by, proven_at)
select distinct organization_id, lower(domain), 'administrator', now()
from sign_in_providers, jsonb_array_elements_text(email_domains) as domain
where (select count(*) from organizations) = 1;
