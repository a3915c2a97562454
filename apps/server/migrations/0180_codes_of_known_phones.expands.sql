-- Which phone a code was asked from, where its driver has signed in on it before; null for any other phone.

alter table driver_codes add column asked_by text;
