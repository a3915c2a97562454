-- What a stop is, in the dispatcher's own word, and the kinds that it shares no route with: glass, never with stones.

alter table stops add column kind text, add column apart_from jsonb not null default '[]';
