-- Stops where goods change vehicles: the route that gives them. No customer is there, so counts leave them out.
alter table stops add column meeting_of text;
