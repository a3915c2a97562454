-- On its day every stop of a route is changed at once, again and again: each report estimates all that are ahead anew. Half of a page
-- is room for that, so that the seventeen indexes need no new entries. Holds for pages that are written from now on.
alter table stops set (fillfactor = 50);
