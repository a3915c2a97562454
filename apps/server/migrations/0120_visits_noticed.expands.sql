-- When the van came to a stop and left it, as its positions tell: beside what its driver told, never in its place.
alter table stops add column noticed_arrival_time timestamptz, add column noticed_departure_time timestamptz;
