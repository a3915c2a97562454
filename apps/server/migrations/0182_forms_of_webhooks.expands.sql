-- How deliveries of a webhook are written; null for the plain envelope.

alter table webhooks add column form text check (form = any (array['cloudevents']));
