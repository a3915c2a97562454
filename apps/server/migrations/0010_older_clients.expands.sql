-- Whether programs written for the original service find its older paths and names.
alter table organizations add column serves_older_clients boolean not null default false;
create trigger organizations_principals after update of serves_older_clients on organizations execute function notify_principals();
