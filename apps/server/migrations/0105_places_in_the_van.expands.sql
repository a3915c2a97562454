-- Where in the van of a route the goods of a stop lie, as its driver said.
alter table stops add column van_place jsonb;
