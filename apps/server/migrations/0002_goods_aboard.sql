-- Whose vehicle a stop's goods are aboard: set when the route that carries them starts, and when they are picked up on the way.
alter table stops add column aboard_route_id text;
