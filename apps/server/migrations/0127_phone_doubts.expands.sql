-- What is wrong with the phone number of a stop, found when it was taken: planners see it before anybody is written to.
alter table stops add column phone_doubt text check (phone_doubt in ('doubtful', 'unusable', 'country_unknown'));
