-- A person may belong to several organizations: one user in each, with the same mail address.

create unique index users_email_in_organization on users (organization_id, lower(email));
create index users_by_email on users (lower(email), created_at, id);
drop index users_email;
