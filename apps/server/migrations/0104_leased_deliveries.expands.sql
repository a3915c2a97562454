-- What is under way of a webhook is found without a look at all that waits for it.
create index webhook_deliveries_leased on webhook_deliveries (webhook_id, resource_id) where leased_until is not null;
